import { render } from 'preact'
import { App } from './app'
import { Guard } from './guard'
import './style.css'

const page = document.getElementById('lab') as HTMLElement
page.replaceChildren()
delete document.documentElement.dataset['loading']
render(<Guard><App /></Guard>, page)
performance.mark('usable')

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // A page loaded once works offline. What it keeps is fetched when the page itself no longer needs the line.
  const keep = () => void navigator.serviceWorker.register('./sw.js').catch(() => undefined)
  if (document.readyState === 'complete') keep()
  else addEventListener('load', keep)
}
