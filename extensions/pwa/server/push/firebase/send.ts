import { createPrivateKey } from 'node:crypto'
import { type Context, requestPublic, Unfetchable } from '@parley/server'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { type Outcome, requestLimits, usualOutcome } from '../sending/outcome.ts'
import type { ServiceAccount } from './account.ts'

const tokenAddress = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Seconds for which an assertion counts. */
const assertionLife = 3600
/** Seconds before its end at which a token is no longer used. */
const margin = 60

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const errorAnswer = z.object({
  error: z.object({ details: z.array(z.object({ errorCode: z.string().optional() })).optional() }),
})

/** The last token, of the account with this private key. */
let kept: { privateKey: string; token: string; until: number } | undefined

/** A token, or why there is none. */
type Exchange = { token: string } | Exclude<Outcome, { kind: 'sent' | 'gone' }>

/** Sends messages to devices over Firebase, for one run of a job. */
export class FirebaseSender {
  readonly #context: Context
  readonly #account: ServiceAccount
  #exchange: Promise<Exchange> | undefined

  constructor(context: Context, account: ServiceAccount) {
    this.#context = context
    this.#account = account
  }

  async send(
    { token, title, content }: { token: string; title: string; content: string },
    stop: AbortSignal,
  ): Promise<Outcome> {
    try {
      this.#exchange ??= this.#tokenOfAccount(stop)
      const exchange = await this.#exchange
      if (!('token' in exchange)) return exchange
      const project = encodeURIComponent(this.#account.project_id)
      const address = `https://fcm.googleapis.com/v1/projects/${project}/messages:send`
      const answer = await requestPublic(this.#context.forum.network, address, {
        method: 'POST',
        headers: { authorization: `Bearer ${exchange.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: { token, notification: { title, body: content } } }),
        stop,
        ...requestLimits,
      })
      if (answer.status === 404 && isUnregistered(answer.body)) return { kind: 'gone' }
      if (answer.status === 401) kept = undefined
      const refused: Outcome = { kind: 'refused', reason: `Firebase answered ${answer.status}` }
      return usualOutcome(answer, this.#context.now) ?? refused
    } catch (error) {
      if (error instanceof Unfetchable) return { kind: 'later' }
      throw error
    }
  }

  /** Exchanges a signed assertion for a token, unless the last one still counts (RFC 7523). */
  async #tokenOfAccount(stop: AbortSignal): Promise<Exchange> {
    const { forum, now } = this.#context
    const seconds = Math.floor(now.getTime() / 1000)
    const { client_email, private_key: privateKey } = this.#account
    if (kept?.privateKey === privateKey && kept.until > seconds) return { token: kept.token }
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(tokenAddress)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + assertionLife)
      .sign(createPrivateKey(privateKey))
    const answer = await requestPublic(forum.network, tokenAddress, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: grantType, assertion }).toString(),
      stop,
      ...requestLimits,
    })
    const outcome = usualOutcome(answer, now)
    if (outcome?.kind === 'later') return outcome
    const { data } = tokenAnswer.safeParse(jsonOf(answer.body))
    if (outcome?.kind !== 'sent' || !data)
      return { kind: 'refused', reason: `Google gave no token for the service account: ${answer.status}` }
    kept = { privateKey, token: data.access_token, until: seconds + data.expires_in - margin }
    return { token: data.access_token }
  }
}

function isUnregistered(body: Buffer): boolean {
  const { data } = errorAnswer.safeParse(jsonOf(body))
  return data?.error.details?.some(({ errorCode }) => errorCode === 'UNREGISTERED') ?? false
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
