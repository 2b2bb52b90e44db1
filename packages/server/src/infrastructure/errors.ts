/** One problem of a request: a text for people and, for a field, its place in the request document. */
export interface Problem {
  detail?: string
  /** JSON pointer, `/data/attributes/title`. */
  pointer?: string
  /** Further members of the error object. */
  members?: Readonly<Record<string, unknown>>
}

export interface ErrorOptions {
  problems?: readonly Problem[]
  /** Headers of the response, for example `retry-after`. */
  headers?: Readonly<Record<string, string>>
  /** The internal cause: goes into the log, not to the client. */
  cause?: unknown
}

/** A failure that is reported to the client, as a JSON:API error document or an HTML error page. */
export class ForumError extends Error {
  readonly code: string
  readonly status: number
  readonly problems: readonly Problem[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: string, status: number, options: ErrorOptions = {}) {
    super(
      `${status} ${code}${options.problems?.length ? `: ${options.problems.map((p) => p.detail).join('; ')}` : ''}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.name = 'ForumError'
    this.code = code
    this.status = status
    this.problems = options.problems ?? []
    this.headers = options.headers ?? {}
  }
}

/**
 * Declares an expected failure: a stable `code` and its HTTP status.
 * @example const tooOld = defineError('too_old', 409); throw tooOld()
 */
export function defineError(code: string, status: number): (options?: ErrorOptions) => ForumError {
  return (options) => new ForumError(code, status, options)
}

export const csrfTokenMismatch = defineError('csrf_token_mismatch', 400)
export const malformedJson = defineError('malformed_json', 400)
export const invalidParameter = defineError('invalid_parameter', 400)
/** The client disconnected during the request; no answer reaches it. */
export const requestAborted = defineError('request_aborted', 400)
export const notAuthenticated = defineError('not_authenticated', 401)
export const permissionDenied = defineError('permission_denied', 403)
/** An administrator who views the forum as another sends something that may change it. */
export const viewAsReadOnly = defineError('view_as_read_only', 403)
/** Views of the forum as another do not have this address: it is not the forum's own, or for its owner only. */
export const viewAsUnavailable = defineError('view_as_unavailable', 403)
/** The view of the forum as another has ended, or belongs to another session. */
export const viewAsEnded = defineError('view_as_ended', 403)
export const notFound = defineError('not_found', 404)
export const methodNotAllowed = defineError('method_not_allowed', 405)
export const requestTimeout = defineError('request_timeout', 408)
export const conflict = defineError('conflict', 409)
export const ioError = defineError('io_error', 409)
export const missingDependencies = defineError('missing_dependencies', 409)
export const dependentExtensions = defineError('dependent_extensions', 409)
export const circularDependencies = defineError('circular_dependencies', 409)
export const extensionFailed = defineError('extension_failed', 409)
export const gone = defineError('gone', 410)
export const payloadTooLarge = defineError('payload_too_large', 413)
export const validationError = defineError('validation_error', 422)
export const unknownError = defineError('unknown', 500)
export const maintenance = defineError('maintenance', 503)

/** A rate limit or a throttle refuses the request: 429 with `Retry-After`. */
export function tooManyRequests(seconds: number): ForumError {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }
  return new ForumError('too_many_requests', 429, { headers })
}

/**
 * The server is overloaded or its database unreachable: 503 with `Retry-After`. The request itself is valid.
 * @param seconds after which the client may retry.
 * @param cause for the log, if something is broken.
 */
export function busy(seconds: number, cause?: unknown): ForumError {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }
  return new ForumError('busy', 503, { headers, cause })
}

/** A fault in the declaration of an extension. Thrown while a forum is built, never by a request. */
export class ExtensionError extends Error {
  readonly owner: string
  readonly section: string

  constructor(owner: string, section: string, reason: string, options?: ErrorOptions) {
    super(`${owner} › ${section}: ${reason}`, { cause: options?.cause })
    this.name = 'ExtensionError'
    this.owner = owner
    this.section = section
  }
}

/** Another request deleted the parent of a row after it was read. Reads are retried; writes fail with `notFound`. */
export class DeletedConcurrently extends Error {}
