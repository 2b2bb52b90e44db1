import type { Theme } from '../shared.ts'

export const cookieName = 'flarum_nightmode'

/** What a browser keeps: a theme, or the reason why it is none; nothing without the cookie. */
export type KeptTheme = { theme: Theme } | { fault: string } | undefined

/** Reads the first cookie of that name in `document.cookie`. */
export function readTheme(cookies: string): KeptTheme {
  const own = cookies.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`))
  const value = own?.slice(cookieName.length + 1)
  if (!value) return undefined
  if (/^[012]$/.test(value)) return { theme: Number(value) as Theme }
  return { fault: /^-?\d+$/.test(value) ? 'is out of bounds' : 'is not a valid integer' }
}
