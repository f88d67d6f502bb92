/** Components whose code is fetched when they are first shown. */
import { type ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export function lazy(fetch: () => Promise<ComponentType>): ComponentType {
  let known: ComponentType | null = null
  return function Lazy() {
    const [, redraw] = useState(0)
    const [failed, setFailed] = useState(false)
    const ask = () => {
      setFailed(false)
      fetch().then((component) => { known = component; redraw((count) => count + 1) }, () => setFailed(true))
    }
    useEffect(() => { if (known === null) ask() }, [])
    if (known !== null) {
      const Known = known
      return <Known />
    }
    if (!failed) return <p class="panel quiet" role="status">Loading …</p>
    return (
      <p class="panel buttons" role="alert">
        This view could not be loaded. <button type="button" onClick={ask}>Try again</button>
      </p>
    )
  }
}
