import type { ErrorObject } from '@parley/shared'
import { ChunkLoadError } from './connection/load-chunk.ts'

/** What is known of a request that failed. */
export interface Failure {
  /** 0 when there was no answer. */
  status: number
  errors?: readonly ErrorObject[]
  response?: Response
  url: string
  /** As meant, whatever it travelled as. */
  method?: string
  /** The answer as it came. */
  body?: string
}

/** An answer outside 200-299, or none at all (`status` 0: offline, or the request was cut off). */
export class ApiError extends Error {
  readonly status: number
  /** The error objects of the answer; empty when it was no JSON:API document. */
  readonly errors: readonly ErrorObject[]
  readonly response: Response | undefined
  /** The address asked, absolute. */
  readonly url: string
  readonly method: string
  readonly body: string

  constructor(failure: Failure) {
    const codes = failure.errors?.map((error) => error.code).join(', ')
    super(`${failure.url} answered ${failure.status}${codes ? ` (${codes})` : ''}`)
    this.name = 'ApiError'
    this.status = failure.status
    this.errors = failure.errors ?? []
    this.response = failure.response
    this.url = failure.url
    this.method = failure.method ?? 'GET'
    this.body = failure.body ?? ''
  }

  /** Whether some error of the answer has that code. */
  has(code: string): boolean {
    return this.errors.some((error) => error.code === code)
  }
}

/** Code of the failure of a write that was not sent, because its tab now has somebody else's session. */
export const sessionChanged = 'session_changed'

/** Whether nobody answered, or only what stands before a server that is away: the same request may succeed later. */
export function isUnanswered(error: unknown): error is ApiError {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status)
}

/** Lines for people, by the name of the field they belong to. */
export type FieldErrors = Readonly<Record<string, string>>

/** What is to be shown of a failed request (core.md section 8). */
export interface ErrorReport {
  /** Message key, when the text is the client's. */
  key?: string
  /** The server's own lines, when it sent some (422). */
  lines: string[]
  fields: FieldErrors
  /** The first field named by the answer, which takes the focus. */
  firstField?: string
  /** The failed request, for those who look into it: see `DebugButton`. */
  failure?: ApiError
}

const MESSAGE_KEYS: Readonly<Record<number, string>> = {
  401: 'permission_denied_message',
  403: 'permission_denied_message',
  404: 'not_found_message',
  410: 'not_found_message',
  413: 'payload_too_large_message',
  429: 'rate_limit_exceeded_message',
  502: 'unavailable_message',
  503: 'unavailable_message',
  504: 'unavailable_message',
}

/** Maps a failure to what people read. `origin` is that of the page, to tell requests to other hosts. */
export function describeError(error: unknown, origin: string): ErrorReport {
  if (error instanceof ChunkLoadError) return withKey('chunk_message')
  if (!(error instanceof ApiError)) return withKey('generic_message')
  return { ...describeFailure(error, origin), failure: error }
}

function describeFailure(error: ApiError, origin: string): ErrorReport {
  if (error.has(sessionChanged)) return withKey('session_changed_message')
  if (error.status === 422 && error.errors.length > 0) return describeValidation(error.errors)
  const key = MESSAGE_KEYS[error.status]
  if (key !== undefined) return withKey(key)
  // No answer at all and one from elsewhere that may not be read look the same to people: check the connection.
  const isUnreachable = error.status === 0 || isCrossOrigin(error.url, origin)
  return withKey(isUnreachable ? 'generic_cross_origin_message' : 'generic_message')
}

function withKey(name: string): ErrorReport {
  return { key: `core.lib.error.${name}`, lines: [], fields: {} }
}

function describeValidation(errors: readonly ErrorObject[]): ErrorReport {
  const lines: string[] = []
  const fields: Record<string, string> = {}
  let firstField: string | undefined
  for (const { detail, source } of errors) {
    const text = detail === undefined ? undefined : decode(detail)
    if (text) lines.push(text)
    const field = source?.pointer.split('/').pop()
    if (!field) continue
    firstField ??= field
    if (text) fields[field] = field in fields ? `${fields[field]}\n${text}` : text
  }
  if (lines.length === 0) return { ...withKey('generic_message'), fields, firstField }
  return { lines, fields, firstField }
}

// Details arrive percent-encoded from some servers of this API; a bare '%' must not break them.
function decode(detail: string): string {
  try {
    return decodeURI(detail)
  } catch {
    return detail
  }
}

function isCrossOrigin(url: string, origin: string): boolean {
  try {
    return new URL(url, origin).origin !== origin
  } catch {
    return false
  }
}
