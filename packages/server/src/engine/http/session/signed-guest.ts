import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../points/context/context.ts'
import type { GuestIdentity } from '../../../points/context/guest-identity.ts'

const pattern = /^([A-Za-z0-9]{40})\.([\w-]{43})$/

/**
 * The identity of a guest, from the cookie of the request. One that the forum has not signed counts as none. A new one
 * follows from the session: first requests that a browser sends at once get the same.
 */
export class SignedGuest implements GuestIdentity {
  readonly #secrets: Secrets
  readonly #sessionValue: () => string
  #id: string | undefined
  /** Whether the cookie is signed with the current key. */
  #isCurrent = false
  #isAsked = false

  /** @param sessionValue returns the random value of the session, which only the browser and the forum know. */
  constructor(secrets: Secrets, cookie: string | undefined, sessionValue: () => string) {
    this.#secrets = secrets
    this.#sessionValue = sessionValue
    const [, id, signature] = (cookie !== undefined && pattern.exec(cookie)) || []
    if (id === undefined || signature === undefined) return
    this.#isCurrent = isSignature(secrets.signing, id, signature)
    const isValid =
      this.#isCurrent || secrets.previous.some(({ signing }) => isSignature(signing, id, signature))
    if (isValid) this.#id = id
  }

  get id(): string | undefined {
    return this.#id
  }

  ensure(): string {
    this.#isAsked = true
    this.#id ??= newId(this.#secrets.signing, this.#sessionValue())
    return this.#id
  }

  /** The value of the cookie that the answer has to set; undefined if none is needed. */
  get cookie(): string | undefined {
    if (!this.#isAsked || this.#isCurrent || this.#id === undefined) return undefined
    return `${this.#id}.${signatureOf(this.#secrets.signing, this.#id)}`
  }
}

function newId(signing: KeyObject, sessionValue: string): string {
  return createHmac('sha256', signing).update(`guest of ${sessionValue}`).digest('hex').slice(0, 40)
}

function signatureOf(signing: KeyObject, id: string): string {
  return createHmac('sha256', signing).update(`guest.${id}`).digest('base64url')
}

function isSignature(signing: KeyObject, id: string, given: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(signatureOf(signing, id))]
  return a.length === b.length && timingSafeEqual(a, b)
}
