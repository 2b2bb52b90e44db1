import { type Context, defineService, type WriteContext } from '@parley/server'

/** What the part for the extension Tags does while both are enabled. */
interface TagMentionService {
  /** The tags with these slugs, spelled so, that the actor sees. */
  find(slugs: readonly string[], context: Context): ReadonlyMap<string, { id: number; name: string }>
  /** Stores which tags a post mentions, in place of the former ones. */
  store(
    context: WriteContext,
    post: { id: number; created_at: string },
    ids: readonly number[],
  ): Promise<void>
}

export const tagMentionService = defineService<TagMentionService>('mentions.tags')

/** The service; undefined while tags are disabled. */
export function tagsIn(context: Context): TagMentionService | undefined {
  return context.forum.points.services.has(tagMentionService.name) ? tagMentionService.of(context) : undefined
}
