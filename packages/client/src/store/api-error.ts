import type { ErrorObject } from '@parley/shared'
import { ChunkLoadError } from './connection/load-chunk.ts'

/** Describes a failed request. */
export interface Failure {
  /** 0 without an answer. */
  status: number
  errors?: readonly ErrorObject[]
  response?: Response
  url: string
  /** The intended method, before `X-HTTP-Method-Override`. */
  method?: string
  /** Text of the answer. */
  body?: string
}

/** An answer outside 200-299, or no answer (`status` 0: offline, or the connection broke). */
export class ApiError extends Error {
  readonly status: number
  /** The error objects of the answer; empty unless it is a JSON:API document. */
  readonly errors: readonly ErrorObject[]
  readonly response: Response | undefined
  /** Absolute URL of the request. */
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

  /** Whether the answer has an error with that code. */
  has(code: string): boolean {
    return this.errors.some((error) => error.code === code)
  }
}

/** Error code of a write that was not sent because the browser's session belongs to another user now. */
export const sessionChanged = 'session_changed'

/** True without an answer, or when only a proxy answered for the server: a retry may succeed later. */
export function isUnanswered(error: unknown): error is ApiError {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status)
}

/**
 * Finds what another has made of an attribute or a relationship since its editor began, if that is why a change was refused:
 * the change had sent what it began from (`data.meta.from`).
 */
export function conflictIn(error: unknown, name: string): { current: unknown } | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const found = error.errors.find(({ source }) => source?.pointer.split('/').pop() === name)?.meta
  return found && 'current' in found ? { current: found.current } : undefined
}

/** Messages for the user, by field name. */
export type FieldErrors = Readonly<Record<string, string>>

/** What the page shows of a failed request (screens 8). */
export interface ErrorReport {
  /** Locale key of the client's own message. */
  key?: string
  /** Messages that the server sent (422; 409 where another has changed a value meanwhile). */
  lines: string[]
  fields: FieldErrors
  /** The first field that the answer names; it takes the focus. */
  firstField?: string
  /** The failed request, for debugging: see `DebugButton`. */
  failure?: ApiError
}

// Whole keys: the first view would have all texts below a prefix.
const messageKeys: Readonly<Record<number, string>> = {
  401: 'core.lib.error.permission_denied_message',
  403: 'core.lib.error.permission_denied_message',
  404: 'core.lib.error.not_found_message',
  410: 'core.lib.error.not_found_message',
  413: 'core.lib.error.payload_too_large_message',
  429: 'core.lib.error.rate_limit_exceeded_message',
  502: 'core.lib.error.unavailable_message',
  503: 'core.lib.error.unavailable_message',
  504: 'core.lib.error.unavailable_message',
}

/** Maps an error to messages for the user. `origin` is the page's, to recognize requests to other hosts. */
export function describeError(error: unknown, origin: string): ErrorReport {
  if (error instanceof ChunkLoadError) return withKey('core.lib.error.chunk_message')
  if (!(error instanceof ApiError)) return withKey('core.lib.error.generic_message')
  return { ...describeFailure(error, origin), failure: error }
}

function describeFailure(error: ApiError, origin: string): ErrorReport {
  if (error.has(sessionChanged)) return withKey('core.lib.error.session_changed_message')
  if (error.has('view_as_read_only')) return withKey('core.lib.error.view_as_message')
  const isConflict = error.status === 409 && error.errors.some(({ source, meta }) => source && meta)
  if ((error.status === 422 && error.errors.length > 0) || isConflict) return describeValidation(error.errors)
  const key = messageKeys[error.status]
  if (key !== undefined) return withKey(key)
  // A missing answer and a cross-origin answer that scripts may not read get the same message: check the connection.
  const isUnreachable = error.status === 0 || isCrossOrigin(error.url, origin)
  return withKey(
    isUnreachable ? 'core.lib.error.generic_cross_origin_message' : 'core.lib.error.generic_message',
  )
}

function withKey(key: string): ErrorReport {
  return { key, lines: [], fields: {} }
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
  if (lines.length === 0) return { ...withKey('core.lib.error.generic_message'), fields, firstField }
  return { lines, fields, firstField }
}

/**
 * Adds faults that the client has found to a report of the server. At a field of both the client's message stands.
 * @param names of the fields in the form's order: the first with a fault takes the focus.
 */
export function withFaults(report: ErrorReport, faults: FieldErrors, names: readonly string[]): ErrorReport {
  if (Object.keys(faults).length === 0) return report
  const replaced = Object.keys(faults).flatMap((name) => report.fields[name]?.split('\n') ?? [])
  const fields = { ...report.fields, ...faults }
  return {
    ...report,
    lines: report.lines.filter((line) => !replaced.includes(line)),
    fields,
    firstField: names.find((name) => name in fields),
  }
}

// Some servers of this API percent-encode details. A bare '%' must not throw.
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
