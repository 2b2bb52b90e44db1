/** A post that mentions another, with its author's id; undefined if the account is deleted. */
export interface Mentioner {
  id: string
  userId: string | undefined
}

const mostNames = 4

/**
 * Who the line under a post names: one post of each author, the viewer's own first; four, or three beside the number of
 * all other posts where more than four mention it.
 * @param mentioning the oldest posts that mention it.
 * @param count how many there are.
 */
export function namedMentioners<Post extends Mentioner>(
  mentioning: readonly Post[],
  count: number,
  viewerId: string | undefined,
): { named: readonly Post[]; others: number } {
  const byAuthor = new Map<string, Post>()
  for (const post of mentioning) {
    const author = post.userId ?? `deleted ${post.id}`
    if (!byAuthor.has(author)) byAuthor.set(author, post)
  }
  const isOwn = ({ userId }: Post) => userId !== undefined && userId === viewerId
  const distinct = [...byAuthor.values()]
  const ordered = [...distinct.filter(isOwn), ...distinct.filter((post) => !isOwn(post))]
  const hasOthers = count > mostNames
  const named = ordered.slice(0, hasOthers ? mostNames - 1 : mostNames)
  return { named, others: hasOthers ? count - named.length : 0 }
}
