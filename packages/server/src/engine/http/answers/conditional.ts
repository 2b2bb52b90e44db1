import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The entity tag of a text: a hash. It is weak, because every content encoding has the same one. */
export function entityTag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

/** Whether the client has the version with this tag already (RFC 9110, 13.1.2). */
export function isNotModified(headers: IncomingHttpHeaders, tag: string): boolean {
  const cachedTags = headers['if-none-match']
  if (cachedTags === undefined) return false
  return (
    cachedTags.trim() === '*' ||
    cachedTags.split(',').some((cached) => opaqueTagOf(cached.trim()) === opaqueTagOf(tag))
  )
}

/** The part of an entity tag that weak comparison compares. */
function opaqueTagOf(tag: string): string {
  return tag.replace(/^W\//, '')
}
