/** The chapters of the guide as pages beside the Lab, with links both ways: the Lab needs no other site. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked } from 'marked'
import type { Plugin } from 'vite'
import { STOPS } from './src/tour'

const FOLDER = join(import.meta.dirname, '../../docs/guide')

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1d1f; --page: #fff; --edge: #d6d4ce; --soft: #f3f4f6; --accent: #1a5f95; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef1; --page: #15181c; --edge: #3a414b; --soft: #1e2228; --accent: #7cbcf2; } }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, 'DejaVu Sans', sans-serif; }
a { color: var(--accent); }
pre { background: var(--soft); border: 1px solid var(--edge); border-radius: 6px; padding: 0.7rem; overflow-x: auto; }
code { font: 0.86em ui-monospace, 'DejaVu Sans Mono', monospace; }
pre code { font-size: 0.82rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--edge); padding: 0.3rem 0.6rem; text-align: left; }
img { max-width: 100%; height: auto; }
nav { background: var(--soft); border: 1px solid var(--edge); border-radius: 8px; padding: 0.6rem 0.9rem; }
`

/** A page of the guide as HTML. Links to other pages of the guide stay; links out of its folder become plain text. */
export function chapter(name: string, markdown: string): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name
  const stops = STOPS.map((stop, index) => ({ ...stop, index })).filter(({ guide }) => guide[0] === name)
  const links = stops.map((stop) => `<a href="../#tab=learn&amp;stop=${stop.index + 1}">${stop.name}</a>`).join(', ')
  const nav = `<nav><a href="../">Tabiya Lab</a>${stops.length > 0 ? ` · step by step on the board: ${links}` : ''}</nav>`
  const body = (marked.parse(markdown, { async: false }) as string)
    // On other sites the chapters link to a Lab on the reader's machine; here the Lab is the page above.
    .replaceAll('href="http://localhost:4173/', 'href="../')
    .replace(/<a href="([^":]*)">([\s\S]*?)<\/a>/g, (whole, href: string, text: string) => {
      const page = /^([\w-]+)\.md(#.*)?$/.exec(href)
      if (page !== null) return `<a href="${page[1] === 'README' ? 'index' : page[1]}.html${page[2] ?? ''}">${text}</a>`
      return href.startsWith('#') || href.startsWith('../#') ? whole : text
    })
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${title} · Tabiya</title><style>${STYLE}</style></head><body>${nav}<main>${body}</main></body></html>\n`
  )
}

function pages(): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>()
  for (const name of readdirSync(FOLDER).filter((name) => name === 'README.md' || /^\d\d-.*\.md$/.test(name))) {
    const file = name === 'README.md' ? 'index.html' : name.replace('.md', '.html')
    files.set(`guide/${file}`, chapter(name, readFileSync(join(FOLDER, name), 'utf8')))
  }
  for (const name of readdirSync(join(FOLDER, 'images'))) files.set(`guide/images/${name}`, readFileSync(join(FOLDER, 'images', name)))
  return files
}

export function guide(): Plugin {
  return {
    name: 'guide',
    generateBundle() {
      for (const [fileName, source] of pages()) this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = pages().get((request.url ?? '').replace(/^\//, '').replace(/[?#].*$/, ''))
        if (file === undefined) return next()
        response.setHeader('Content-Type', (request.url ?? '').endsWith('.svg') ? 'image/svg+xml' : 'text/html; charset=utf-8')
        response.end(file)
      })
    },
  }
}
