import type { MarkupSyntax } from './syntax.ts'

/** To increment when the same source gives other HTML than before: stored HTML is then rendered again. */
export const MARKUP_VERSION = 5

/** The version of the core and a digest of the syntaxes in use: `5-1b3f09c4`. */
export function versionOf(syntaxes: readonly MarkupSyntax[]): string {
  const names = syntaxes.map(({ name, version }) => `${name}@${version}`).join(' ')
  // FNV-1a: short and deterministic; a collision has no security impact.
  let hash = 0x811c9dc5
  for (let index = 0; index < names.length; index++) {
    hash = Math.imul(hash ^ names.charCodeAt(index), 0x01000193)
  }
  return `${MARKUP_VERSION}-${(hash >>> 0).toString(16).padStart(8, '0')}`
}
