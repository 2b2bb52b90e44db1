import type { RunningForum } from '@parley/server/forum'

export interface ApiRequest {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** What came back. `body` is the parsed JSON of any document; its shape is for the test to know. */
export interface ApiResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: ApiBody
  text: string
  bytes: Buffer
  /** Cookies that were set, by name. */
  cookies: Record<string, string>
}

/** A JSON:API document, loosely: what is missing is undefined. */
export interface ApiBody {
  data: ApiObject & ApiObject[]
  included?: ApiObject[]
  links?: { first?: string; prev?: string; next?: string }
  meta?: { suggestion?: string }
  errors: { status: string; code: string; detail?: string; source?: { pointer: string } }[]
  [member: string]: unknown
}

export interface ApiObject {
  type: string
  id: string
  attributes: Record<string, unknown>
  relationships?: Record<string, { data: { type: string; id: string } & { type: string; id: string }[] }>
}

/** Sends requests as one visitor: with an access token, or with cookies that it keeps. */
export class ApiClient {
  readonly #forum: RunningForum
  readonly #headers: Readonly<Record<string, string>>
  readonly #keepsCookies: boolean
  readonly cookies: Record<string, string> = {}
  /** As the last answer brought it. */
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

  /** Sends a form as a browser without JavaScript does. */
  postForm(path: string, fields: Record<string, string>): Promise<ApiResponse> {
    const body = new URLSearchParams(fields).toString()
    return this.send(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  /** Sends files as a form does. */
  async postFiles(path: string, form: FormData, headers?: Record<string, string>): Promise<ApiResponse> {
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    const body = Buffer.from(await encoded.arrayBuffer())
    return this.send(path, { method: 'POST', body, headers: { 'content-type': type, ...headers } })
  }

  /** A text or buffer as `body` is sent as it is, everything else as JSON. */
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
    this.#keep(cookies, response.headers['x-csrf-token'])
    return {
      status: response.statusCode,
      headers: response.headers as ApiResponse['headers'],
      body: parse(response.payload),
      text: response.payload,
      bytes: response.rawPayload,
      cookies,
    }
  }

  #keep(cookies: Record<string, string>, csrfToken: unknown): void {
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
