import { csrfSecret, type ErrorObject } from '@parley/shared'
import { ApiError, sessionChanged } from './api-error.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface RequestOptions {
  method?: Method
  /** Sent as JSON; a FormData goes out as it is. */
  body?: unknown
  signal?: AbortSignal
  /** Goes on while the page is being left; for small bodies. */
  keepalive?: boolean
  /** One write, however often it is sent: answered once. A creating POST gets a random one unless given. */
  idempotencyKey?: string
  /** Sent whoever the session belongs to by now: logging in, above all. */
  asAnyone?: boolean
  /** Nothing the reader asked for just now: what they were told of earlier requests stays. */
  isUnasked?: boolean
}

/** What came of a request: an answer of whatever status, none, or nobody waits for one any longer. */
export type Outcome = Response | 'unanswered' | 'stopped'

export interface ApiOptions {
  /** Absolute, without a slash at the end. */
  apiUrl: string
  csrfToken: string
  /** Who is logged in on this page; undefined for guests. */
  userId?: string
  /** Called as each request starts; `isUnasked` as in its options. What it returns is called as it ends. */
  onRequest?: (isUnasked: boolean) => (outcome: Outcome) => void
  /** Called when the session turns out to be somebody else's (undefined: nobody's), or this page's again. */
  onSession?: (userId: string | undefined) => void
  fetch?: typeof fetch
}

const MEDIA_TYPE = 'application/vnd.api+json'

/** HTTP by the wire contract. Knows nothing of records: see `resources.ts` for those. */
export class Api {
  readonly apiUrl: string
  #csrfToken: string
  /** A token of a session of which it is not known yet whose it is. */
  #isDoubtful = false
  #options: ApiOptions
  #renewing: Promise<void> | undefined

  constructor(options: ApiOptions) {
    this.#options = options
    this.apiUrl = options.apiUrl
    this.#csrfToken = options.csrfToken
  }

  /** The token for writes; taken from the API when the page came without one. */
  async csrfToken(): Promise<string> {
    if (this.#csrfToken === '' || this.#isDoubtful) await this.renewSession()
    return this.#csrfToken
  }

  /**
   * Asks whose session this browser has now, and takes its token over if it is still that of the page's reader.
   * @throws ApiError with the code `session_changed` if it is not.
   */
  renewSession(): Promise<void> {
    this.#renewing ??= this.#renewSession().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /**
   * Sends one request. A write whose token is out of date is sent once more, with the new token.
   * @param path under the API (`/posts/1`), or absolute for the forum's own actions (`https://…/login`).
   * @returns the parsed document, `null` for an empty body.
   * @throws ApiError for every answer outside 200-299 and for none (status 0); AbortError as fetch has it.
   */
  async request<T = unknown>(path: string, options: RequestOptions = {}): Promise<T> {
    const url = path.startsWith('/') ? this.apiUrl + (path === '/' ? '' : path) : path
    try {
      return (await this.#attempt(url, options)) as T
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The session ended, or another one began, since this page was loaded.
      if (error.status === 401 && this.#options.userId !== undefined) this.#isDoubtful = true
      if (!error.has('csrf_token_mismatch')) throw error
      this.#isDoubtful = true
      return (await this.#attempt(url, options)) as T
    }
  }

  async #attempt(url: string, options: RequestOptions): Promise<unknown> {
    const init = await this.#init(options)
    const { document, token } = await this.#send(url, init, options)
    if (token !== undefined && !isOfSameSession(token, this.#csrfToken)) await this.#meet(token)
    return document
  }

  /** An answer came with another token than the one known: a new session. For guests all of them are alike. */
  async #meet(token: string): Promise<void> {
    if (this.#options.userId === undefined) this.#csrfToken = token
    else {
      this.#isDoubtful = true
      await this.renewSession().catch(() => {})
    }
  }

  async #renewSession(): Promise<void> {
    const { userId, onSession } = this.#options
    const { document, token } = await this.#send(this.apiUrl, readInit(undefined), { isUnasked: true })
    const actor = actorOf(document)
    this.#csrfToken = token ?? this.#csrfToken
    this.#isDoubtful = userId !== undefined && actor !== userId
    onSession?.(actor)
    if (!this.#isDoubtful) return
    const errors = [{ status: '401', code: sessionChanged }]
    throw new ApiError({ status: 401, errors, url: this.apiUrl })
  }

  async #init(options: RequestOptions): Promise<RequestInit> {
    const { method = 'GET', body, signal, keepalive, idempotencyKey, asAnyone = false } = options
    if (method === 'GET') return readInit(signal)
    const headers = new Headers({ Accept: MEDIA_TYPE, 'X-CSRF-Token': await this.#tokenFor(asAnyone) })
    if (method !== 'POST') headers.set('X-HTTP-Method-Override', method)
    if (method === 'POST' || idempotencyKey !== undefined) {
      headers.set('Idempotency-Key', idempotencyKey ?? newIdempotencyKey())
    }
    const isForm = body instanceof FormData
    if (!isForm) headers.set('Content-Type', MEDIA_TYPE)
    const payload = isForm ? body : JSON.stringify(body ?? {})
    return { method: 'POST', headers, body: payload, signal, keepalive, credentials: 'same-origin' }
  }

  async #tokenFor(asAnyone: boolean): Promise<string> {
    try {
      return await this.csrfToken()
    } catch (error) {
      if (asAnyone && error instanceof ApiError && error.has(sessionChanged)) return this.#csrfToken
      throw error
    }
  }

  async #send(
    url: string,
    init: RequestInit,
    { method = 'GET', isUnasked = false }: Pick<RequestOptions, 'method' | 'isUnasked'>,
  ): Promise<{ document: unknown; token: string | undefined }> {
    const end = this.#options.onRequest?.(isUnasked)
    let response: Response
    let body: string
    try {
      response = await (this.#options.fetch ?? fetch)(url, init)
      body = await response.text()
    } catch (error) {
      end?.(init.signal?.aborted ? 'stopped' : 'unanswered')
      if (init.signal?.aborted) throw error
      throw new ApiError({ status: 0, url, method })
    }
    end?.(response)
    const document = parse(body)
    if (!response.ok || document === undefined) {
      const status = document === undefined && response.ok ? 500 : response.status
      throw new ApiError({ status, errors: errorsOf(document), response, url, method, body })
    }
    return { document, token: response.headers.get('X-CSRF-Token') ?? undefined }
  }
}

/** The token of a page and that in headers are masked differently. */
function isOfSameSession(token: string, known: string): boolean {
  const secret = csrfSecret(token)
  return token === known || (secret !== undefined && secret === csrfSecret(known))
}

/** A key for one write. Keep it to send the same write again after a failure. */
export function newIdempotencyKey(): string {
  // randomUUID is missing where the forum is served without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readInit(signal: AbortSignal | undefined): RequestInit {
  return { headers: { Accept: MEDIA_TYPE }, signal, credentials: 'same-origin' }
}

/** Id of whoever the forum's document names as the one who asked. */
function actorOf(document: unknown): string | undefined {
  const { data } = (document ?? {}) as {
    data?: { relationships?: Record<string, { data?: { id?: string } }> }
  }
  return data?.relationships?.actor?.data?.id
}

/** `undefined` when the text is no JSON. */
function parse(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorsOf(parsed: unknown): ErrorObject[] {
  if (typeof parsed !== 'object' || parsed === null || !('errors' in parsed)) return []
  return Array.isArray(parsed.errors) ? parsed.errors : []
}
