import type { ErrorDocument } from '@parley/shared'
import type { ForumError } from '../errors.ts'

export const apiContentType = 'application/vnd.api+json'

/** The JSON:API error document of a failure (api-core 1.4); `debug` is the text shown in debug mode. */
export function errorDocument(error: ForumError, debug?: string): ErrorDocument {
  const { code } = error
  const status = String(error.status)
  if (error.problems.length === 0) {
    return { errors: [{ status, code, ...(debug !== undefined && { detail: debug }) }] }
  }
  return {
    errors: error.problems.map(({ detail, pointer }) => ({
      status,
      code,
      ...(detail !== undefined && { detail }),
      ...(pointer !== undefined && { source: { pointer } }),
    })),
  }
}
