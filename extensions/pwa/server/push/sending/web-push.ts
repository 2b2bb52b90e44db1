import { createECDH } from 'node:crypto'
import type { Context } from '@parley/server'
import { encrypt } from 'http_ece'
import { SignJWT } from 'jose'
import type { VapidKeys } from '../keys.ts'
import { type Outcome, usualOutcome } from './outcome.ts'
import type { PushServices } from './services.ts'

/**
 * Seconds for which a push service keeps a message for a browser that is offline: three days. Later the forum shows it anyway,
 * and the browser may be another person's.
 */
const timeToLive = 3 * 24 * 3600
/** Seconds for which a signature counts; services accept a day. */
const signatureLife = 12 * 3600

/** The statuses by which services say that a subscription counts no more (api-extensions 23). */
const gone = new Set([401, 403, 404, 410])

/** A message to one browser. */
interface WebPush {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** JSON. */
  message: string
  topic: string
}

/** Sends messages to browsers (https://www.rfc-editor.org/rfc/rfc8030), for one run of a job. */
export class WebPushSender {
  readonly #context: Context
  readonly #keys: VapidKeys
  readonly #services: PushServices
  readonly #signatures = new Map<string, Promise<string>>()

  constructor(context: Context, keys: VapidKeys, services: PushServices) {
    this.#context = context
    this.#keys = keys
    this.#services = services
  }

  async send({ endpoint, keys, message, topic }: WebPush): Promise<Outcome> {
    const privateKey = createECDH('prime256v1')
    privateKey.generateKeys()
    const body = encrypt(Buffer.from(message), {
      version: 'aes128gcm',
      dh: keys.p256dh,
      authSecret: keys.auth,
      privateKey,
    })
    const { origin } = new URL(endpoint)
    const headers = {
      authorization: `vapid t=${await this.#signatureFor(origin)}, k=${this.#keys.publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(timeToLive),
      topic,
      urgency: 'normal',
    }
    const answer = await this.#services.ask(endpoint, { method: 'POST', headers, body })
    if (answer && gone.has(answer.status)) return { kind: 'gone' }
    const refused: Outcome = { kind: 'refused', reason: `The push service answered ${answer?.status}` }
    return usualOutcome(answer, this.#context.now) ?? refused
  }

  /** The token by which the services of one origin know the forum (https://www.rfc-editor.org/rfc/rfc8292). */
  #signatureFor(origin: string): Promise<string> {
    const known = this.#signatures.get(origin)
    if (known) return known
    const { forum, now } = this.#context
    const signature = new SignJWT()
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setSubject(forum.baseUrl)
      .setExpirationTime(Math.floor(now.getTime() / 1000) + signatureLife)
      .sign(this.#keys.privateKey)
    this.#signatures.set(origin, signature)
    return signature
  }
}
