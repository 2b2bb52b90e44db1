import type { FastifyRequest } from 'fastify'
import { type Account, Actor } from '../actor.ts'
import type { ClientInfo, Context, Forum } from '../context.ts'
import type { CookieJar } from './cookies.ts'
import { VisitorSession } from './session.ts'

/** An access token that is valid now, and the account behind it. */
export interface Identity {
  tokenId: number
  /** Whether the token may stand in the remember cookie. */
  isRemember: boolean
  account: Account
  /** Assigned groups. */
  groupIds: readonly number[]
  /** The account's locale preference. */
  locale: string | null
}

/** Knows access tokens. */
export interface Authenticator {
  identify(forum: Forum, token: string, now: Date): Promise<Identity | undefined>
  /** Notes that a token was used, without making anybody wait. */
  touch(forum: Forum, identity: Identity, client: ClientInfo, now: Date): void
}

/** Who came with a request. */
export interface Visit {
  context: Context
  session: VisitorSession
  /** The actor was named by `Authorization`: no cookie is involved, so no other site can have sent the request. */
  byHeader: boolean
}

/** Finds out who sends requests to one build of a forum. */
export class Reception {
  readonly #forum: Forum
  readonly #jar: CookieJar
  readonly #authenticator: Authenticator
  readonly #guest: Actor

  constructor(forum: Forum, jar: CookieJar, authenticator: Authenticator) {
    this.#forum = forum
    this.#jar = jar
    this.#authenticator = authenticator
    this.#guest = this.#actor()
  }

  /** `Authorization` counts in the API only. */
  async receive(request: FastifyRequest, options: { isApi: boolean }): Promise<Visit> {
    const { headers } = request
    const now = this.#forum.now()
    const cookies = this.#jar.read(headers.cookie)
    const session = new VisitorSession(this.#forum.secrets.signing, cookies.session)
    const client: ClientInfo = { ip: addressOf(request.ip), userAgent: headers['user-agent'] ?? '' }

    const headerToken = options.isApi ? tokenOf(headers.authorization) : undefined
    const named = headerToken && (await this.#identify(headerToken, now))
    const identity = named || (await this.#bySession(session, cookies.remember, now))
    if (identity) this.#authenticator.touch(this.#forum, identity, client, now)

    const forum = this.#forum
    const actor = identity ? this.#actor(identity.account, identity.groupIds) : this.#guest
    const locale = this.#locale(identity ? identity.locale : cookies.locale)
    return {
      context: { forum, actor, db: forum.database.read, now, locale, client, notes: new Map() },
      session,
      byHeader: Boolean(named),
    }
  }

  async #bySession(
    session: VisitorSession,
    remember: string | undefined,
    now: Date,
  ): Promise<Identity | undefined> {
    if (remember !== undefined && remember !== session.token) {
      const identity = await this.#identify(remember, now)
      if (identity?.isRemember) {
        session.adopt(remember)
        session.accessTokenId = identity.tokenId
        return identity
      }
    }
    if (session.token === undefined) return undefined
    const identity = await this.#identify(session.token, now)
    if (identity) session.accessTokenId = identity.tokenId
    else session.reset()
    return identity
  }

  async #identify(token: string, now: Date): Promise<Identity | undefined> {
    return this.#authenticator.identify(this.#forum, token, now)
  }

  #actor(account?: Account, groupIds?: readonly number[]): Actor {
    const { points, grants, settings } = this.#forum
    const rules = { policies: points.policies, grants, settings, now: () => this.#forum.now() }
    return new Actor(rules, account, groupIds)
  }

  #locale(wanted: string | null | undefined): string {
    return wanted && this.#forum.locales.has(wanted) ? wanted : this.#forum.locale
  }
}

/** The value of `Authorization: Token <value>`; what follows a semicolon is for API keys. */
function tokenOf(authorization: string | undefined): string | undefined {
  return authorization && /^Token\s+([^\s;]+)/i.exec(authorization)?.[1]
}

/** IPv4 addresses as such, also where the socket speaks IPv6. */
function addressOf(ip: string): string {
  return ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip
}
