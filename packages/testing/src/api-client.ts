import type { RunningForum } from '@parley/server/forum'

export interface ApiRequest {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** A response. `body` is the parsed JSON document, loosely typed. */
export interface ApiResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: ApiBody
  text: string
  bytes: Buffer
  /** Values of `Set-Cookie` by cookie name. */
  cookies: Record<string, string>
}

/** A JSON:API document, loosely typed: members that are missing are undefined. */
export interface ApiBody {
  data: ApiObject & ApiObject[]
  included?: ApiObject[]
  links?: { first?: string; prev?: string; next?: string }
  meta?: { suggestion?: string }
  errors: {
    status: string
    code: string
    detail?: string
    source?: { pointer: string }
    meta?: { current?: unknown }
  }[]
  [member: string]: unknown
}

export interface ApiObject {
  type: string
  id: string
  attributes: Record<string, unknown>
  relationships?: Record<string, { data: { type: string; id: string } & { type: string; id: string }[] }>
}

/** Sends requests as one visitor: with an access token, or with a cookie jar. */
export class ApiClient {
  readonly #forum: RunningForum
  readonly #headers: Readonly<Record<string, string>>
  readonly #keepsCookies: boolean
  readonly cookies: Record<string, string> = {}
  /** The CSRF token of the last response that had one. */
  csrfToken = ''

  constructor(forum: RunningForum, options: { token?: string; keepsCookies?: boolean } = {}) {
    this.#forum = forum
    this.#headers = options.token === undefined ? {} : { authorization: `Token ${options.token}` }
    this.#keepsCookies = options.keepsCookies ?? false
  }

  get(path: string, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.send(path, { ...(headers && { headers }) })
  }

  /** `body` is sent as JSON. */
  post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.send(path, { method: 'POST', body, ...(headers && { headers }) })
  }

  patch(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.send(path, { method: 'PATCH', body, ...(headers && { headers }) })
  }

  delete(path: string, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.send(path, { method: 'DELETE', ...(headers && { headers }) })
  }

  /** Submits a form like a browser without JavaScript. */
  postForm(path: string, fields: Record<string, string>): Promise<ApiResponse> {
    const body = new URLSearchParams(fields).toString()
    return this.send(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  /** Submits files as `multipart/form-data`. */
  async postFiles(path: string, form: FormData, headers?: Record<string, string>): Promise<ApiResponse> {
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    const body = Buffer.from(await encoded.arrayBuffer())
    return this.send(path, { method: 'POST', body, headers: { 'content-type': type, ...headers } })
  }

  /** Sends a string or buffer unchanged, any other `body` as JSON. */
  async send(path: string, { method = 'GET', body, headers = {} }: ApiRequest): Promise<ApiResponse> {
    const isUnsafe = method !== 'GET' && method !== 'HEAD'
    const response = await this.#forum.inject({
      method: method as 'GET',
      url: path,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/vnd.api+json' }),
        ...this.#headers,
        ...(this.#keepsCookies && isUnsafe && this.csrfToken !== '' && { 'x-csrf-token': this.csrfToken }),
        ...headers,
      },
      ...(this.#keepsCookies && { cookies: this.cookies }),
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    })
    const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
    this.#storeCookies(cookies, response.headers['x-csrf-token'])
    return {
      status: response.statusCode,
      headers: response.headers as ApiResponse['headers'],
      body: parse(response.payload),
      text: response.payload,
      bytes: response.rawPayload,
      cookies,
    }
  }

  #storeCookies(cookies: Record<string, string>, csrfToken: unknown): void {
    if (typeof csrfToken === 'string') this.csrfToken = csrfToken
    for (const [name, value] of Object.entries(cookies)) {
      if (value === '') delete this.cookies[name]
      else this.cookies[name] = value
    }
  }
}

function parse(text: string): ApiBody {
  try {
    return JSON.parse(text) as ApiBody
  } catch {
    return {} as ApiBody
  }
}
