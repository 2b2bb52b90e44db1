import { z } from 'zod'

/** How many different users, posts, groups and tags each a text may mention; further mentions stay text. */
export const mostTargets = 500

/** What a text mentions: the result of looking up its words when it was saved. */
export interface StoredMentions {
  /** By username, as it is written. */
  names: ReadonlyMap<string, number>
  /** Ids of users, posts and groups that the text mentions by id. */
  users: ReadonlySet<number>
  posts: ReadonlySet<number>
  groups: ReadonlySet<number>
  /** By slug: the id, and the name at that time. */
  tags: ReadonlyMap<string, { id: number; name: string }>
}

const ids = z.array(z.number().int()).default([])
const schema = z.object({
  names: z.array(z.tuple([z.string(), z.number().int()])).default([]),
  users: ids,
  posts: ids,
  groups: ids,
  tags: z.array(z.tuple([z.string(), z.number().int(), z.string()])).default([]),
})

export const noMentions: StoredMentions = {
  names: new Map(),
  users: new Set(),
  posts: new Set(),
  groups: new Set(),
  tags: new Map(),
}

/** Reads the column `mentions` of a post. */
export function readMentions({ mentions }: { mentions: string | null }): StoredMentions {
  if (mentions === null) return noMentions
  const stored = schema.parse(JSON.parse(mentions))
  return {
    names: new Map(stored.names),
    users: new Set(stored.users),
    posts: new Set(stored.posts),
    groups: new Set(stored.groups),
    tags: new Map(stored.tags.map(([slug, id, name]) => [slug, { id, name }])),
  }
}

/** The text for the column `mentions`; null for no mentions. */
export function writeMentions({ names, users, posts, groups, tags }: StoredMentions): string | null {
  const found = {
    names: [...names],
    users: [...users],
    posts: [...posts],
    groups: [...groups],
    tags: [...tags].map(([slug, { id, name }]) => [slug, id, name]),
  }
  const filled = Object.entries(found).filter(([, list]) => list.length > 0)
  return filled.length === 0 ? null : JSON.stringify(Object.fromEntries(filled))
}

/** The ids of all users that a text mentions, each once. */
export function userIdsOf({ names, users }: StoredMentions): number[] {
  return [...new Set([...names.values(), ...users])]
}
