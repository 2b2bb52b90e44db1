import { parseCookie, stringifySetCookie } from 'cookie'
import type { PageCookie } from '../../../points/requests/page-frame.ts'

/** Names and flags of the forum's cookies. */
export interface CookieJar {
  read(header: string | undefined): VisitorCookies
  session(value: string, now: Date): string
  remember(token: string, now: Date): string
  forgetRemember(): string
  /** Errors that the next page shows once. */
  flash(value: string, now: Date): string
  forgetFlash(): string
  /** Who a guest is. */
  guest(value: string, now: Date): string
}

/** Values of a visitor's cookies, unchecked. */
export interface VisitorCookies {
  session?: string
  remember?: string
  locale?: string
  flash?: string
  guest?: string
}

const sessionSeconds = 7200
const flashSeconds = 120
const rememberSeconds = 157_680_000
const guestSeconds = 31_536_000
const none: VisitorCookies = {}

/** Makes the cookies of a forum at `baseUrl`: limited to its path, hidden from scripts, and secure on HTTPS. */
export function createCookieJar(baseUrl: string): CookieJar {
  const { protocol, pathname } = new URL(baseUrl)
  const flags = { path: pathname, httpOnly: true, sameSite: 'lax', secure: protocol === 'https:' } as const
  const set = (name: string, value: string, maxAge: number, expires: Date) =>
    stringifySetCookie({ name, value, maxAge, expires, ...flags })
  return {
    read(header) {
      if (header === undefined) return none
      const {
        parley_session: session,
        parley_remember: remember,
        parley_flash: flash,
        parley_guest: guest,
        locale,
      } = parseCookie(header)
      return {
        ...(session && { session }),
        ...(remember && { remember }),
        ...(locale && { locale }),
        ...(flash && { flash }),
        ...(guest && { guest }),
      }
    },
    session: (value, now) => set('parley_session', value, sessionSeconds, later(now, sessionSeconds)),
    remember: (token, now) => set('parley_remember', token, rememberSeconds, later(now, rememberSeconds)),
    flash: (value, now) => set('parley_flash', value, flashSeconds, later(now, flashSeconds)),
    forgetFlash: () => set('parley_flash', '', 0, new Date(0)),
    guest: (value, now) => set('parley_guest', value, guestSeconds, later(now, guestSeconds)),
    forgetRemember: () => set('parley_remember', '', 0, new Date(0)),
  }
}

/** Reads the declared cookies of pages. One that is sent twice has its first value; other values count as none. */
export function readPageCookies(
  header: string | undefined,
  declared: ReadonlyMap<string, PageCookie>,
): Record<string, string> {
  if (header === undefined || declared.size === 0) return {}
  const sent = parseCookie(header)
  return Object.fromEntries(
    [...declared].flatMap(([name, { values }]) => {
      const value = sent[name]
      return value !== undefined && values.includes(value) ? [[name, value]] : []
    }),
  )
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}
