import type { ErrorObject } from '@parley/shared'
import { ApiError } from './api-error.ts'

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
}

export interface ApiOptions {
  /** Absolute, without a slash at the end. */
  apiUrl: string
  csrfToken: string
  /** Called as each request starts. */
  onRequest?: () => void
  fetch?: typeof fetch
}

const MEDIA_TYPE = 'application/vnd.api+json'

/** HTTP by the wire contract. Knows nothing of records: see `resources.ts` for those. */
export class Api {
  readonly apiUrl: string
  #csrfToken: string
  #fetch: typeof fetch
  #onRequest: (() => void) | undefined

  constructor(options: ApiOptions) {
    this.apiUrl = options.apiUrl
    this.#csrfToken = options.csrfToken
    this.#onRequest = options.onRequest
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init))
  }

  /** The token for writes; taken from the API when the page came without one. */
  async csrfToken(): Promise<string> {
    if (this.#csrfToken === '') await this.request('/')
    return this.#csrfToken
  }

  /**
   * Sends one request.
   * @param path under the API (`/posts/1`), or absolute for the forum's own actions (`https://…/login`).
   * @returns the parsed document, `null` for an empty body.
   * @throws ApiError for every answer outside 200-299 and for none (status 0); AbortError as fetch has it.
   */
  async request<T = unknown>(path: string, options: RequestOptions = {}): Promise<T> {
    this.#onRequest?.()
    const url = path.startsWith('/') ? this.apiUrl + (path === '/' ? '' : path) : path
    const init = await this.#init(options)
    const response = await this.#send(url, init)
    const parsed = parse(await response.text())
    if (!response.ok || parsed === undefined) {
      throw new ApiError({
        status: parsed === undefined ? 500 : response.status,
        errors: errorsOf(parsed),
        response,
        url,
      })
    }
    this.#csrfToken = response.headers.get('X-CSRF-Token') ?? this.#csrfToken
    return parsed as T
  }

  async #init({
    method = 'GET',
    body,
    signal,
    keepalive,
    idempotencyKey,
  }: RequestOptions): Promise<RequestInit> {
    const headers = new Headers({ Accept: MEDIA_TYPE })
    if (method === 'GET') return { headers, signal, credentials: 'same-origin' }
    headers.set('X-CSRF-Token', await this.csrfToken())
    if (method !== 'POST') headers.set('X-HTTP-Method-Override', method)
    if (method === 'POST' || idempotencyKey !== undefined) {
      headers.set('Idempotency-Key', idempotencyKey ?? newIdempotencyKey())
    }
    const isForm = body instanceof FormData
    if (!isForm) headers.set('Content-Type', MEDIA_TYPE)
    const payload = isForm ? body : JSON.stringify(body ?? {})
    return { method: 'POST', headers, body: payload, signal, keepalive, credentials: 'same-origin' }
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(url, init)
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw new ApiError({ status: 0, url })
    }
  }
}

/** A key for one write. Keep it to send the same write again after a failure. */
export function newIdempotencyKey(): string {
  // randomUUID is missing where the forum is served without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
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
