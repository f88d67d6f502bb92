import { render } from 'preact'
import { App } from './app'
import './style.css'

const page = document.getElementById('lab') as HTMLElement
page.replaceChildren()
render(<App />, page)

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // What is loaded once works offline; a browser that cannot is none the worse.
  void navigator.serviceWorker.register('./sw.js').catch(() => undefined)
}
