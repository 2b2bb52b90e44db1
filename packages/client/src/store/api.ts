import { csrfSecret, type ErrorObject } from '@parley/shared'
import { ApiError, sessionChanged } from './api-error.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface RequestOptions {
  method?: Method
  /** Sent as JSON, unless it is a FormData. */
  body?: unknown
  signal?: AbortSignal
  /** Lets the request outlive the page; for small bodies. */
  keepalive?: boolean
  /** The server runs a write once per key, however often it is sent. A POST without a key gets a random one. */
  idempotencyKey?: string
  /** Sends the write even after the session has changed to another user, as logging in needs. */
  asAnyone?: boolean
  /** The reader did not ask for this request: alerts about earlier requests stay. */
  isBackground?: boolean
  /** Sends the request in place of the browser's own `fetch`. */
  fetch?: typeof fetch
}

/** How a request ended: with an answer of any status, without an answer, or aborted by its caller. */
export type Outcome = Response | 'unanswered' | 'aborted'

export interface ApiOptions {
  /** Absolute, without a trailing slash. */
  apiUrl: string
  csrfToken: string
  /** Id of the user that this page was loaded for; undefined for guests. */
  userId?: string
  /** Called as a request starts; `isBackground` as in `RequestOptions`. Returns the callback for its end. */
  onRequest?: (isBackground: boolean) => (outcome: Outcome) => void
  /** Called with the session's user, looked up after the token changed; undefined for a guest's session. */
  onSession?: (userId: string | undefined) => void
  fetch?: typeof fetch
}

const mediaType = 'application/vnd.api+json'
const tokenHeader = 'X-CSRF-Token'

/** Sends HTTP requests by the wire contract. `resources.ts` maps them to records. */
export class Api {
  readonly apiUrl: string
  #csrfToken: string
  /** Whether the session may belong to another user: the next write looks that up first. */
  #isSessionUncertain = false
  #options: ApiOptions
  #renewing: Promise<void> | undefined

  constructor(options: ApiOptions) {
    this.#options = options
    this.apiUrl = options.apiUrl
    this.#csrfToken = options.csrfToken
  }

  /** The token for writes; fetched from the API when the page came without one. */
  async csrfToken(): Promise<string> {
    if (this.#csrfToken === '' || this.#isSessionUncertain) await this.renewSession()
    return this.#csrfToken
  }

  /**
   * Looks up the user of the browser's session, and adopts its token if the user is still the page's.
   * @throws ApiError with the code `session_changed` otherwise.
   */
  renewSession(): Promise<void> {
    this.#renewing ??= this.#renewSession().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /**
   * Sends one request. Retries a write once with a new token if its token was outdated; writes that had the same
   * outdated token share the new one.
   * @param path below the API (`/posts/1`), or absolute for the forum's own actions (`https://…/login`).
   * @returns the parsed document, `null` for an empty body.
   * @throws ApiError for answers outside 200-299 and for a missing answer (status 0); AbortError as fetch does.
   */
  async request<T = unknown>(path: string, options: RequestOptions = {}): Promise<T> {
    const url = path.startsWith('/') ? this.apiUrl + (path === '/' ? '' : path) : path
    let init: RequestInit | undefined
    try {
      init = await this.#init(options)
      return (await this.#requestOnce(url, init, options)) as T
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The server's page says so, and leads back.
      if (error.has('view_as_ended')) window.location.reload()
      // The session has ended or changed since this page was loaded.
      if (error.status === 401 && this.#options.userId !== undefined) this.#isSessionUncertain = true
      if (!error.has('csrf_token_mismatch')) throw error
      // Another write may have renewed the token before this answer arrived.
      if (new Headers(init?.headers).get(tokenHeader) === this.#csrfToken) this.#isSessionUncertain = true
      return (await this.#requestOnce(url, await this.#init(options), options)) as T
    }
  }

  async #requestOnce(url: string, init: RequestInit, options: RequestOptions): Promise<unknown> {
    const { document, token } = await this.#send(url, init, options)
    if (token !== undefined && !isOfSameSession(token, this.#csrfToken)) await this.#handleNewToken(token)
    return document
  }

  /** Handles a token of another session. All sessions of guests are equivalent. */
  async #handleNewToken(token: string): Promise<void> {
    if (this.#options.userId === undefined) this.#csrfToken = token
    else {
      this.#isSessionUncertain = true
      await this.renewSession().catch(() => {})
    }
  }

  async #renewSession(): Promise<void> {
    const { userId, onSession } = this.#options
    const { document, token } = await this.#send(this.apiUrl, readInit(undefined), { isBackground: true })
    const actor = actorOf(document)
    this.#csrfToken = token ?? this.#csrfToken
    this.#isSessionUncertain = userId !== undefined && actor !== userId
    onSession?.(actor)
    if (!this.#isSessionUncertain) return
    const errors = [{ status: '401', code: sessionChanged }]
    throw new ApiError({ status: 401, errors, url: this.apiUrl })
  }

  async #init(options: RequestOptions): Promise<RequestInit> {
    const { method = 'GET', body, signal, keepalive, idempotencyKey, asAnyone = false } = options
    if (method === 'GET') return readInit(signal)
    const headers = new Headers({ Accept: mediaType, [tokenHeader]: await this.#tokenFor(asAnyone) })
    if (method !== 'POST') headers.set('X-HTTP-Method-Override', method)
    if (method === 'POST' || idempotencyKey !== undefined) {
      headers.set('Idempotency-Key', idempotencyKey ?? newIdempotencyKey())
    }
    const isForm = body instanceof FormData
    if (!isForm) headers.set('Content-Type', mediaType)
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
    {
      method = 'GET',
      isBackground = false,
      fetch: send = this.#options.fetch ?? fetch,
    }: Pick<RequestOptions, 'method' | 'isBackground' | 'fetch'>,
  ): Promise<{ document: unknown; token: string | undefined }> {
    const end = this.#options.onRequest?.(isBackground)
    let response: Response
    let body: string
    try {
      response = await send(url, init)
      body = await response.text()
    } catch (error) {
      end?.(init.signal?.aborted ? 'aborted' : 'unanswered')
      if (init.signal?.aborted) throw error
      throw new ApiError({ status: 0, url, method })
    }
    end?.(response)
    const document = parse(body)
    if (!response.ok || document === undefined) {
      const status = document === undefined && response.ok ? 500 : response.status
      throw new ApiError({ status, errors: errorsOf(document), response, url, method, body })
    }
    return { document, token: response.headers.get(tokenHeader) ?? undefined }
  }
}

/** Compares the secrets: each copy of a token has its own mask. */
function isOfSameSession(token: string, other: string): boolean {
  const secret = csrfSecret(token)
  return token === other || (secret !== undefined && secret === csrfSecret(other))
}

/** A random key for one write. Retries of that write use the same key. */
export function newIdempotencyKey(): string {
  // Browsers offer randomUUID on HTTPS pages only.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readInit(signal: AbortSignal | undefined): RequestInit {
  return { headers: { Accept: mediaType }, signal, credentials: 'same-origin' }
}

/** Id of the actor that the forum's document names. */
function actorOf(document: unknown): string | undefined {
  const { data } = (document ?? {}) as {
    data?: { relationships?: Record<string, { data?: { id?: string } }> }
  }
  return data?.relationships?.actor?.data?.id
}

/** `undefined` for text that is not JSON. */
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
