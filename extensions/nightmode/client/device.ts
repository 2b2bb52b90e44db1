import type { Theme } from '../shared.ts'

const name = 'flarum_nightmode'

/** The theme that this browser keeps; undefined without one. What is no theme is replaced by the default, with a warning. */
export function deviceTheme(fallback: Theme): Theme | undefined {
  const value = themeCookie(document.cookie)
  if (value === undefined || value === '') return undefined
  if (/^[012]$/.test(value)) return Number(value) as Theme
  const fault = /^-?\d+$/.test(value) ? 'is out of bounds' : 'is not a valid integer'
  console.warn(`Theme ${fault}! Resetting...`)
  keepOnDevice(fallback)
  return fallback
}

/** Returns the first value of the cookie in `document.cookie`; undefined without one. */
export function themeCookie(cookies: string): string | undefined {
  const own = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return own?.slice(name.length + 1)
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
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has another way
  document.cookie = `${name}=${value}; path=/; samesite=lax${secure}`
}
