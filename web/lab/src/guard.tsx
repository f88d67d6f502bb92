import { Component, type ComponentChildren } from 'preact'
import { Copy } from './copy'
import { get, startAgain, update } from './state'

/** Shows what went wrong instead of a blank page, with two ways back. */
export class Guard extends Component<{ children: ComponentChildren }, { error: Error | null }> {
  override state = { error: null as Error | null }

  static override getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  private readonly back = (act: () => void) => {
    act()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const report = `${error.stack ?? error.message}\n${location.href}`
    return (
      <main class="broken" role="alert">
        <h1>The Lab could not draw this page</h1>
        <p>{error.message}</p>
        <p>This is a mistake of the Lab. The report says where it happened and holds the link to this state.</p>
        <p class="buttons">
          <button type="button" class="primary" onClick={() => this.back(() => update({ ...calm, start: get().start, line: [], ply: 0 }))}>Back to the position</button>
          <button type="button" onClick={() => this.back(startAgain)}>First screen</button>
          <Copy text={report} label="the report" name="Copy the report" size="" />
        </p>
      </main>
    )
  }
}

/** Everything that only decorates a position. */
const calm = { tab: 'board', layers: [], arrows: [], refused: null, shown: null, isolated: null, setup: null, compare: null, bits: [], editing: null, against: null } as const satisfies Parameters<typeof update>[0]
