const maxLength = 2000

/** One slash, and then neither a second one nor what browsers take for one or drop. */
const pathBelow = /^\/(?![/\\])[^\\\s\p{Cc}\p{Cs}]*$/u

/** A segment that leads up, in all its spellings. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/iu

/**
 * Whether a text is an address below that of the forum: `/settings`, `/d/12?x=y#z`. Behind the forum's base path it
 * leads to no other site and not above the base path.
 */
export function isForumPath(text: unknown): text is string {
  return (
    typeof text === 'string' && text.length <= maxLength && pathBelow.test(text) && !dotSegment.test(text)
  )
}
