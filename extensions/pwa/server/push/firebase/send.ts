import { createPrivateKey } from 'node:crypto'
import type { Context, PublicAnswer } from '@parley/server'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { type Outcome, usualOutcome } from '../sending/outcome.ts'
import type { PushServices } from '../sending/services.ts'
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
  readonly #services: PushServices
  #exchange: Promise<Exchange> | undefined

  constructor(context: Context, account: ServiceAccount, services: PushServices) {
    this.#context = context
    this.#account = account
    this.#services = services
  }

  async send({ token, title, content }: { token: string; title: string; content: string }): Promise<Outcome> {
    this.#exchange ??= this.#tokenOfAccount()
    const exchange = await this.#exchange
    if (!('token' in exchange)) return exchange
    const project = encodeURIComponent(this.#account.project_id)
    const answer = await this.#services.ask(
      `https://fcm.googleapis.com/v1/projects/${project}/messages:send`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${exchange.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: { token, notification: { title, body: content } } }),
      },
    )
    if (answer && isOfNoDevice(answer)) return { kind: 'gone' }
    if (answer?.status === 401) {
      // The next run has another token.
      kept = undefined
      return { kind: 'later' }
    }
    const refused: Outcome = { kind: 'refused', reason: `Firebase answered ${answer?.status}` }
    return usualOutcome(answer, this.#context.now) ?? refused
  }

  /** Exchanges a signed assertion for a token, unless the last one still counts (RFC 7523). */
  async #tokenOfAccount(): Promise<Exchange> {
    const { now } = this.#context
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
    const answer = await this.#services.ask(tokenAddress, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: grantType, assertion }).toString(),
    })
    if (answer === undefined) return { kind: 'later' }
    const outcome = usualOutcome(answer, now)
    if (outcome?.kind === 'later') return outcome
    const { data } = tokenAnswer.safeParse(jsonOf(answer.body))
    if (outcome?.kind !== 'sent' || !data)
      return { kind: 'refused', reason: `Google gave no token for the service account: ${answer.status}` }
    kept = { privateKey, token: data.access_token, until: seconds + data.expires_in - margin }
    return { token: data.access_token }
  }
}

/** By these, Firebase says that a token is of no device, or of one with an app of another project. */
const codesOfNoDevice = new Set(['UNREGISTERED', 'SENDER_ID_MISMATCH'])

function isOfNoDevice({ status, body }: PublicAnswer): boolean {
  if (status !== 403 && status !== 404) return false
  const { data } = errorAnswer.safeParse(jsonOf(body))
  return data?.error.details?.some(({ errorCode = '' }) => codesOfNoDevice.has(errorCode)) ?? false
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
