import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { csrfSecret, csrfSecretLength, csrfToken } from '@parley/shared'
import type { Problem } from '../../../infrastructure/errors.ts'
import { randomText } from '../../../infrastructure/keys/random.ts'
import type { Secrets } from '../../../points/context/context.ts'
import type { Session } from '../../../points/requests/session.ts'
import type { CookieJar, VisitorCookies } from './cookies.ts'

const sessionPattern = /^([A-Za-z0-9]{40})(?:\.([A-Za-z0-9]{40}))?$/

/**
 * A visitor's session, kept whole in a cookie: a random value and, when logged in, the access token. The CSRF
 * token follows from both, so nothing is stored for guests.
 */
export class VisitorSession implements Session {
  readonly #secrets: Secrets
  #random: string | undefined
  #token: string | undefined
  /** Secret and mask of the token in headers. */
  #csrf: { secret: string; mask: string } | undefined
  #remember: { token: string } | 'forget' | undefined
  #isUsed = false
  readonly #wasRemembered: boolean
  readonly #sentFlash: string | undefined
  #flash: string | 'forget' | undefined
  /** Undefined until an access token has been found valid. */
  accessTokenId: number | undefined

  /** `cookies` are what the visitor sent; anything but a session of ours begins a new one. */
  constructor(secrets: Secrets, { session, remember, flash }: VisitorCookies) {
    const sent = session === undefined ? null : sessionPattern.exec(session)
    this.#wasRemembered = remember !== undefined
    this.#sentFlash = flash
    this.#secrets = secrets
    this.#random = sent?.[1]
    this.#token = sent?.[2]
  }

  /** The access token that the cookie holds, unchecked. */
  get token(): string | undefined {
    return this.#token
  }

  get csrfToken(): string {
    return csrfToken(this.#csrfKey.secret, randomBytes(csrfSecretLength / 2).toString('hex'))
  }

  /** The token for headers, which are not compressed with the answer: the same one as long as the session lasts. */
  get headerCsrfToken(): string {
    const { secret, mask } = this.#csrfKey
    return csrfToken(secret, mask)
  }

  get #csrfKey(): { secret: string; mask: string } {
    this.#isUsed = true
    this.#csrf ??= this.#csrfKeyUnder(this.#secrets.signing)
    return this.#csrf
  }

  /** Whether the visitor sent a session: without one no CSRF token can be right. */
  get isKnown(): boolean {
    return this.#random !== undefined
  }

  /** Whether somebody relies on this session, so that the answer has to carry its cookie. */
  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Whether `token` is a CSRF token of this session; takes the same time for every wrong one. */
  accepts(token: unknown): boolean {
    const secret = (typeof token === 'string' ? csrfSecret(token) : undefined) ?? ''
    if (isSame(secret, this.#csrfKey.secret)) return true
    return this.#secrets.previous.some(({ signing }) => isSame(secret, this.#csrfKeyUnder(signing).secret))
  }

  /** Goes on with a token that was found valid elsewhere, in the remember cookie; the session stays the same one. */
  adopt(token: string): void {
    if (token === this.#token) return
    this.#token = token
    this.#csrf = undefined
  }

  /** Begins a new, empty session: the access token is no longer valid. */
  reset(): void {
    this.#renew(undefined)
  }

  logIn(token: string, remember: boolean): void {
    this.#renew(token)
    // A remembered token would win over this one.
    this.#remember = remember ? { token } : this.#wasRemembered ? 'forget' : undefined
  }

  logOut(): void {
    this.#renew(undefined)
    this.#remember = 'forget'
  }

  flash(problems: readonly Problem[]): void {
    const text = Buffer.from(JSON.stringify(problems)).toString('base64url')
    this.#flash = `${text}.${flashMark(this.#secrets.signing, text)}`
    this.#isUsed = true
  }

  takeFlash(): readonly Problem[] {
    if (this.#sentFlash === undefined) return []
    this.#flash = 'forget'
    this.#isUsed = true
    const [text = '', mark = ''] = this.#sentFlash.split('.')
    // Signed, so that nobody else puts words into the forum's mouth.
    const keys = [this.#secrets, ...this.#secrets.previous]
    if (!keys.some(({ signing }) => isSame(mark, flashMark(signing, text)))) return []
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Problem[]
  }

  #csrfKeyUnder(signing: KeyObject): { secret: string; mask: string } {
    const digest = createHmac('sha256', signing)
      .update(`${this.#value}.${this.#token ?? ''}`)
      .digest('hex')
    return {
      secret: digest.slice(0, csrfSecretLength),
      mask: digest.slice(csrfSecretLength, 2 * csrfSecretLength),
    }
  }

  /** Values of `Set-Cookie` that keep this session. */
  cookies(jar: CookieJar, now: Date): string[] {
    const cookies = [jar.session(this.#token ? `${this.#value}.${this.#token}` : this.#value, now)]
    if (this.#remember === 'forget') cookies.push(jar.forgetRemember())
    else if (this.#remember) cookies.push(jar.remember(this.#remember.token, now))
    if (this.#flash === 'forget') cookies.push(jar.forgetFlash())
    else if (this.#flash !== undefined) cookies.push(jar.flash(this.#flash, now))
    return cookies
  }

  /** Made when somebody wants it: most guests' pages go without. */
  get #value(): string {
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

function flashMark(signing: KeyObject, text: string): string {
  return createHmac('sha256', signing).update(`flash.${text}`).digest('hex')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
