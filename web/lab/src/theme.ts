import { useEffect, useState } from 'preact/hooks'

const query = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function stored(): string | null {
  try {
    return localStorage.getItem('lab-theme')
  } catch {
    return null
  }
}

let chosen = stored()
apply()

function apply(): void {
  if (chosen === null) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
}

export function isDark(): boolean {
  return chosen === null ? query.matches : chosen === 'dark'
}

export function toggleTheme(): void {
  chosen = isDark() ? 'light' : 'dark'
  try {
    localStorage.setItem('lab-theme', chosen)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply()
  listeners.forEach((listener) => listener())
}

export function useDark(): boolean {
  const [dark, setDark] = useState(isDark())
  useEffect(() => {
    const listener = () => setDark(isDark())
    listeners.add(listener)
    query.addEventListener('change', listener)
    return () => {
      listeners.delete(listener)
      query.removeEventListener('change', listener)
    }
  }, [])
  return dark
}
