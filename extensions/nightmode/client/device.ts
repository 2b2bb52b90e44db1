import type { Theme } from '../shared.ts'
import { cookieName, readTheme } from './theme-cookie.ts'

/** The theme that this browser keeps; undefined without one. What is no theme is replaced by the default, with a warning. */
export function deviceTheme(fallback: Theme): Theme | undefined {
  const kept = readTheme(document.cookie)
  if (kept === undefined || 'theme' in kept) return kept?.theme
  console.warn(`Theme ${kept.fault}! Resetting...`)
  keepOnDevice(fallback)
  return fallback
}

/** Keeps a theme until the browser ends. */
export function keepOnDevice(theme: Theme): void {
  write(String(theme))
}

export function forgetDevice(): void {
  write('; max-age=0')
}

function write(value: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${cookieName}=${value}; path=/; samesite=lax${secure}`
}
