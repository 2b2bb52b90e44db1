import type { FastifyRequest } from 'fastify'
import { viewAsEnded } from '../../../infrastructure/errors.ts'
import { Actor } from '../../../points/context/actor.ts'
import { type ClientInfo, type Context, type Forum, rulesOf } from '../../../points/context/context.ts'
import { type CookieJar, readPageCookies } from './cookies.ts'
import { VisitorSession } from './session.ts'
import { type FindViewed, viewedForum } from './view-as.ts'

/** The account that a credential proves. */
export interface Identity {
  actor: Actor
  /** The account's locale preference. */
  locale: string | null
}

/** A credential that is valid now. */
export interface Credential {
  /** Undefined for an API key that names no account. */
  identity?: Identity
  isApiKey?: true
  /** The API key. */
  apiKeyId?: number
  /** The access token; undefined for API keys. */
  token?: {
    id: number
    /** Whether a session may be bound to it. */
    isSession: boolean
    /** Whether the remember cookie may hold it. */
    isRemember: boolean
  }
}

/** Finds the credentials that requests send: access tokens and API keys. */
export interface CredentialStore {
  byToken(forum: Forum, token: string, now: Date): Promise<Credential | undefined>
  /** For a key that is bound to no account, `userId` names the account to act as. */
  byApiKey(forum: Forum, key: string, userId: number | undefined): Promise<Credential | undefined>
  /** Records the use of a credential, in the background. */
  touch(forum: Forum, credential: Credential, client: ClientInfo, now: Date): void
}

/** The actor of a request, with the session from its cookies. */
export interface RequestSession {
  context: Context
  session: VisitorSession
  /** Whether `Authorization` names the actor: other sites cannot set that header, so no CSRF token is needed. */
  isHeaderAuthenticated: boolean
}

/** Authenticates the requests to one build of a forum. */
export class RequestAuthenticator {
  readonly #forum: Forum
  readonly #jar: CookieJar
  readonly #credentials: CredentialStore
  readonly #findViewed: FindViewed
  readonly #guest: Actor

  constructor(forum: Forum, jar: CookieJar, credentials: CredentialStore, findViewed: FindViewed) {
    this.#forum = forum
    this.#jar = jar
    this.#credentials = credentials
    this.#findViewed = findViewed
    this.#guest = new Actor(rulesOf(forum))
  }

  /** Determines the actor: in the API by `Authorization`, else by the session. In a view it is determined already. */
  async authenticate(request: FastifyRequest, options: { isApi: boolean }): Promise<RequestSession> {
    if (request.requestSession?.context.viewAs) return request.requestSession
    const { headers } = request
    const now = this.#forum.now()
    const cookies = this.#jar.read(headers.cookie)
    const session = new VisitorSession(this.#forum.secrets, cookies)
    const client = clientOf(request)

    const fromHeader = options.isApi ? await this.#byHeader(headers.authorization, now) : undefined
    const credential = fromHeader?.identity
      ? fromHeader
      : await this.#bySession(session, cookies.remember, now)
    if (fromHeader) this.#credentials.touch(this.#forum, fromHeader, client, now)
    if (credential && credential !== fromHeader) this.#credentials.touch(this.#forum, credential, client, now)
    if (fromHeader?.isApiKey) client.hasApiKey = true
    if (credential?.apiKeyId !== undefined) client.apiKeyId = credential.apiKeyId
    if (credential?.token) client.accessTokenId = credential.token.id
    if (session.accessTokenId !== undefined) client.sessionTokenId = session.accessTokenId

    const forum = this.#forum
    const identity = credential?.identity
    const actor = identity?.actor ?? this.#guest
    const locale = this.#supportedLocale(identity ? identity.locale : cookies.locale)
    const pageCookies = readPageCookies(headers.cookie, forum.points.pageCookies)
    return {
      context: {
        forum,
        actor,
        db: forum.database.read,
        now,
        locale,
        cookies: pageCookies,
        // Pages for guests are cached for all of them.
        ...(options.isApi && actor.isGuest && { guest: session.guest }),
        client,
        cache: new Map(),
      },
      session,
      isHeaderAuthenticated: fromHeader?.identity !== undefined,
    }
  }

  /**
   * Determines as which actor the session's user views the forum. The use of the session is not recorded.
   * @throws `view_as_ended` unless the credential is valid for this session.
   */
  async authenticateView(
    request: FastifyRequest,
    { credential, basePath }: { credential: string; basePath: string },
  ): Promise<RequestSession> {
    const forum = this.#forum
    const now = forum.now()
    const cookies = this.#jar.read(request.headers.cookie)
    const session = new VisitorSession(forum.secrets, cookies)
    const identity = (await this.#bySession(session, cookies.remember, now))?.identity
    if (!identity) throw viewAsEnded()
    const own: Context = {
      forum,
      actor: identity.actor,
      db: forum.database.read,
      now,
      locale: this.#supportedLocale(identity.locale),
      client: clientOf(request),
      cache: new Map(),
    }
    const viewed = await this.#findViewed(credential, session, own)
    if (!viewed) throw viewAsEnded()
    const { account, groupIds, ...viewAs } = viewed
    const context: Context = {
      ...own,
      forum: viewedForum(forum, basePath),
      actor: new Actor(rulesOf(forum), account, groupIds, own.actor),
      viewAs,
      cache: new Map(),
    }
    return { context, session: new VisitorSession(forum.secrets, {}), isHeaderAuthenticated: false }
  }

  /** Finds the credential in `Authorization`. An invalid one is ignored: the request may still have a session. */
  async #byHeader(authorization: string | undefined, now: Date): Promise<Credential | undefined> {
    const parsed = parseAuthorization(authorization)
    if (!parsed) return undefined
    const { value, userId } = parsed
    // Values are random, so no token equals a key. Most programs use tokens, which are looked up first.
    return (
      (await this.#credentials.byToken(this.#forum, value, now)) ??
      (await this.#credentials.byApiKey(this.#forum, value, userId))
    )
  }

  /** A guest without a session: for answers that are the same for every visitor. */
  anonymous(request: FastifyRequest): RequestSession {
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
        cache: new Map(),
      },
      session: new VisitorSession(forum.secrets, {}),
      isHeaderAuthenticated: false,
    }
  }

  async #bySession(
    session: VisitorSession,
    remember: string | undefined,
    now: Date,
  ): Promise<Credential | undefined> {
    if (remember !== undefined && remember !== session.token) {
      const remembered = await this.#credentials.byToken(this.#forum, remember, now)
      if (remembered?.token?.isRemember) {
        session.bindTo(remember)
        session.accessTokenId = remembered.token.id
        return remembered
      }
    }
    if (session.token === undefined) return undefined
    const credential = await this.#credentials.byToken(this.#forum, session.token, now)
    if (!credential?.token?.isSession) {
      session.reset()
      return undefined
    }
    session.accessTokenId = credential.token.id
    return credential
  }

  #supportedLocale(preferred: string | null | undefined): string {
    return preferred && this.#forum.locales.has(preferred) ? preferred : this.#forum.locale
  }
}

/** Parses `Authorization: Token <value>; userId=<id>`; the second part is optional. */
function parseAuthorization(
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

/** Normalizes IPv4 addresses that an IPv6 socket reports; '' for a client that has closed its connection. */
export function addressOf(ip: string | undefined): string {
  if (ip === undefined) return ''
  return ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip
}
