import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The entity tag of a text: another one whenever a byte is another. A weak one: it is the same in every encoding. */
export function entityTag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

/** Whether who asks has the version with this tag already (RFC 9110, 13.1.2). */
export function isKnown(headers: IncomingHttpHeaders, tag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  return known.trim() === '*' || known.split(',').some((one) => opaque(one.trim()) === opaque(tag))
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}
