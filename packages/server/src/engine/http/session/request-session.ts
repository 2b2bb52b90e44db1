import type { FastifyRequest } from 'fastify'
import { type Account, Actor } from '../../../points/context/actor.ts'
import { type ClientInfo, type Context, type Forum, rulesOf } from '../../../points/context/context.ts'
import type { CookieJar } from './cookies.ts'
import { VisitorSession } from './session.ts'

/** An account, as far as requests need it. */
export interface Identity {
  account: Account
  /** Assigned groups. */
  groupIds: readonly number[]
  /** The account's locale preference. */
  locale: string | null
}

/** A credential that is valid now. */
export interface Credential {
  /** Whose it is; undefined for an API key that names no account. */
  identity?: Identity
  isApiKey?: true
  /** The access token, if it is one. */
  token?: {
    id: number
    /** Whether a session may be bound to it. */
    isSession: boolean
    /** Whether it may stand in the remember cookie. */
    isRemember: boolean
  }
}

/** Knows access tokens and API keys. */
export interface CredentialStore {
  byToken(forum: Forum, token: string, now: Date): Promise<Credential | undefined>
  /** `userId` is the account that a key acts as which is bound to none. */
  byApiKey(forum: Forum, key: string, userId: number | undefined): Promise<Credential | undefined>
  /** Notes that a credential was used, without making anybody wait. */
  touch(forum: Forum, proof: Credential, client: ClientInfo, now: Date): void
}

/** Who came with a request. */
export interface RequestSession {
  context: Context
  session: VisitorSession
  /** The actor was named by `Authorization`: no cookie is involved, so no other site can have sent the request. */
  byHeader: boolean
}

/** Finds out who sends requests to one build of a forum. */
export class RequestAuthenticator {
  readonly #forum: Forum
  readonly #jar: CookieJar
  readonly #authenticator: CredentialStore
  readonly #guest: Actor

  constructor(forum: Forum, jar: CookieJar, authenticator: CredentialStore) {
    this.#forum = forum
    this.#jar = jar
    this.#authenticator = authenticator
    this.#guest = this.#actor()
  }

  /** `Authorization` counts in the API only. */
  async receive(request: FastifyRequest, options: { isApi: boolean }): Promise<RequestSession> {
    const { headers } = request
    const now = this.#forum.now()
    const cookies = this.#jar.read(headers.cookie)
    const session = new VisitorSession(this.#forum.secrets, cookies)
    const client = clientOf(request)

    const named = options.isApi ? await this.#byHeader(headers.authorization, now) : undefined
    const proof = named?.identity ? named : await this.#bySession(session, cookies.remember, now)
    if (named) this.#authenticator.touch(this.#forum, named, client, now)
    if (proof && proof !== named) this.#authenticator.touch(this.#forum, proof, client, now)
    if (named?.isApiKey) client.hasApiKey = true
    if (proof?.token) client.accessTokenId = proof.token.id
    if (session.accessTokenId !== undefined) client.sessionTokenId = session.accessTokenId

    const forum = this.#forum
    const identity = proof?.identity
    const actor = identity ? this.#actor(identity.account, identity.groupIds) : this.#guest
    const locale = this.#locale(identity ? identity.locale : cookies.locale)
    return {
      context: { forum, actor, db: forum.database.read, now, locale, client, notes: new Map() },
      session,
      byHeader: named?.identity !== undefined,
    }
  }

  /** What does not prove anything is ignored: the request may still have a session. */
  async #byHeader(authorization: string | undefined, now: Date): Promise<Credential | undefined> {
    const credential = credentialOf(authorization)
    if (!credential) return undefined
    const { value, userId } = credential
    // Both are random, so the order in which they are looked up does not matter; programs mostly come with tokens.
    return (
      (await this.#authenticator.byToken(this.#forum, value, now)) ??
      (await this.#authenticator.byApiKey(this.#forum, value, userId))
    )
  }

  /** A guest of whom nothing is known: for answers that everybody gets alike. */
  nobody(request: FastifyRequest): RequestSession {
    const forum = this.#forum
    const { database, locale } = forum
    const client = clientOf(request)
    return {
      context: {
        forum,
        actor: this.#guest,
        db: database.read,
        now: forum.now(),
        locale,
        client,
        notes: new Map(),
      },
      session: new VisitorSession(forum.secrets, {}),
      byHeader: false,
    }
  }

  async #bySession(
    session: VisitorSession,
    remember: string | undefined,
    now: Date,
  ): Promise<Credential | undefined> {
    if (remember !== undefined && remember !== session.token) {
      const proof = await this.#authenticator.byToken(this.#forum, remember, now)
      if (proof?.token?.isRemember) {
        session.adopt(remember)
        session.accessTokenId = proof.token.id
        return proof
      }
    }
    if (session.token === undefined) return undefined
    const proof = await this.#authenticator.byToken(this.#forum, session.token, now)
    if (!proof?.token?.isSession) {
      session.reset()
      return undefined
    }
    session.accessTokenId = proof.token.id
    return proof
  }

  #actor(account?: Account, groupIds?: readonly number[]): Actor {
    return new Actor(rulesOf(this.#forum), account, groupIds)
  }

  #locale(wanted: string | null | undefined): string {
    return wanted && this.#forum.locales.has(wanted) ? wanted : this.#forum.locale
  }
}

/** What `Authorization: Token <value>; userId=<id>` says; the second part may be missing. */
function credentialOf(
  authorization: string | undefined,
): { value: string; userId: number | undefined } | undefined {
  const [, value, rest = ''] = (authorization && /^Token\s+([^\s;]+)(.*)$/i.exec(authorization)) || []
  if (value === undefined) return undefined
  const userId = /;\s*userId=(\d{1,15})\s*(?:;|$)/i.exec(rest)?.[1]
  return { value, userId: userId === undefined ? undefined : Number(userId) }
}

function clientOf({ ip, headers, raw }: FastifyRequest): ClientInfo {
  return { ip: addressOf(ip), userAgent: headers['user-agent'] ?? '', connection: raw.socket }
}

/** IPv4 addresses as such, also where the socket speaks IPv6; '' of a client that has closed its connection meanwhile. */
export function addressOf(ip: string | undefined): string {
  if (ip === undefined) return ''
  return ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip
}
