import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { csrfSecret, csrfSecretLength, csrfToken } from '@parley/shared'
import type { Problem } from '../../../infrastructure/errors.ts'
import { randomText } from '../../../infrastructure/keys/random.ts'
import type { Secrets } from '../../../points/context/context.ts'
import type { Session } from '../../../points/requests/session.ts'
import type { CookieJar, VisitorCookies } from './cookies.ts'
import { SignedGuest } from './signed-guest.ts'

const sessionPattern = /^([A-Za-z0-9]{40})(?:\.([A-Za-z0-9]{40}))?$/

/**
 * A visitor's session. A cookie holds all of it: a random value and, after login, the access token. The CSRF token is
 * derived from both, so the server stores nothing for guests.
 */
export class VisitorSession implements Session {
  readonly #secrets: Secrets
  #random: string | undefined
  #token: string | undefined
  /** Secret and mask of the CSRF token in headers. */
  #csrf: { secret: string; mask: string } | undefined
  #remember: { token: string } | 'forget' | undefined
  #isUsed = false
  readonly #wasRemembered: boolean
  readonly #sentFlash: string | undefined
  #flash: string | 'forget' | undefined
  /** Undefined until an access token has been found valid. */
  accessTokenId: number | undefined
  /** Who the visitor is while not logged in. */
  readonly guest: SignedGuest

  /** Takes the cookies of a request. An invalid session cookie starts a new session. */
  constructor(secrets: Secrets, { session, remember, flash, guest }: VisitorCookies) {
    const sent = session === undefined ? null : sessionPattern.exec(session)
    this.#wasRemembered = remember !== undefined
    this.#sentFlash = flash
    this.guest = new SignedGuest(secrets, guest, () => this.#randomValue)
    this.#secrets = secrets
    this.#random = sent?.[1]
    this.#token = sent?.[2]
  }

  /** The access token in the cookie, unchecked. */
  get token(): string | undefined {
    return this.#token
  }

  get csrfToken(): string {
    return csrfToken(this.#csrfKey.secret, randomBytes(csrfSecretLength / 2).toString('hex'))
  }

  /** The CSRF token for headers: constant for a session. Headers are not compressed with the body, so that is safe. */
  get headerCsrfToken(): string {
    const { secret, mask } = this.#csrfKey
    return csrfToken(secret, mask)
  }

  get #csrfKey(): { secret: string; mask: string } {
    this.#isUsed = true
    this.#csrf ??= this.#deriveCsrfKey(this.#secrets.signing)
    return this.#csrf
  }

  /** Whether the request sent a session cookie: without one no CSRF token is valid. */
  get isFromCookie(): boolean {
    return this.#random !== undefined
  }

  /** Whether the answer uses this session, and so must set its cookie. */
  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Whether `token` is a CSRF token of this session. Compares in constant time. */
  accepts(token: unknown): boolean {
    const secret = (typeof token === 'string' ? csrfSecret(token) : undefined) ?? ''
    if (isSame(secret, this.#csrfKey.secret)) return true
    return this.#secrets.previous.some(({ signing }) => isSame(secret, this.#deriveCsrfKey(signing).secret))
  }

  /** Binds this session to a valid access token of the remember cookie, and keeps its random value. */
  bindTo(token: string): void {
    if (token === this.#token) return
    this.#token = token
    this.#csrf = undefined
  }

  /** Starts a new session without an access token, because the token has become invalid. */
  reset(): void {
    this.#renew(undefined)
  }

  logIn(token: string, remember: boolean): void {
    this.#renew(token)
    // The remember cookie takes precedence over the session, so an old one must go.
    this.#remember = remember ? { token } : this.#wasRemembered ? 'forget' : undefined
  }

  logOut(): void {
    this.#renew(undefined)
    this.#remember = 'forget'
  }

  flash(problems: readonly Problem[]): void {
    const text = Buffer.from(JSON.stringify(problems)).toString('base64url')
    this.#flash = `${text}.${signFlash(this.#secrets.signing, text)}`
    this.#isUsed = true
  }

  takeFlash(): readonly Problem[] {
    if (this.#sentFlash === undefined) return []
    this.#flash = 'forget'
    this.#isUsed = true
    const [text = '', signature = ''] = this.#sentFlash.split('.')
    // The signature keeps attackers from making the forum show texts of theirs.
    const keys = [this.#secrets, ...this.#secrets.previous]
    if (!keys.some(({ signing }) => isSame(signature, signFlash(signing, text)))) return []
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Problem[]
  }

  sign(text: string): string | undefined {
    return this.#token === undefined ? undefined : signFor(this.#token, this.#secrets.signing, text)
  }

  hasSigned(text: string, signature: string): boolean {
    const token = this.#token
    if (token === undefined) return false
    const keys = [this.#secrets, ...this.#secrets.previous]
    return keys.some(({ signing }) => isSame(signature, signFor(token, signing, text)))
  }

  #deriveCsrfKey(signing: KeyObject): { secret: string; mask: string } {
    const digest = createHmac('sha256', signing)
      .update(`${this.#randomValue}.${this.#token ?? ''}`)
      .digest('hex')
    return {
      secret: digest.slice(0, csrfSecretLength),
      mask: digest.slice(csrfSecretLength, 2 * csrfSecretLength),
    }
  }

  /** `Set-Cookie` values that store this session. */
  cookies(jar: CookieJar, now: Date): string[] {
    const cookies = [
      jar.session(this.#token ? `${this.#randomValue}.${this.#token}` : this.#randomValue, now),
    ]
    if (this.#remember === 'forget') cookies.push(jar.forgetRemember())
    else if (this.#remember) cookies.push(jar.remember(this.#remember.token, now))
    if (this.#flash === 'forget') cookies.push(jar.forgetFlash())
    else if (this.#flash !== undefined) cookies.push(jar.flash(this.#flash, now))
    const guest = this.guest.cookie
    if (guest !== undefined) cookies.push(jar.guest(guest, now))
    return cookies
  }

  /** Created on first use: most guests' pages need none. */
  get #randomValue(): string {
    this.#random ??= randomText(40)
    return this.#random
  }

  #renew(token: string | undefined): void {
    this.#random = undefined
    this.#token = token
    this.#csrf = undefined
    this.accessTokenId = undefined
    this.#isUsed = true
  }
}

function signFlash(signing: KeyObject, text: string): string {
  return createHmac('sha256', signing).update(`flash.${text}`).digest('hex')
}

function signFor(token: string, signing: KeyObject, text: string): string {
  return createHmac('sha256', signing).update(`session.${token}.${text}`).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
