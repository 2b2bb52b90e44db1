import { type Context, defineExtension, loadRows, type PostRow, type Relation } from '@parley/server'
import { sql } from 'kysely'
import { type ShownTag, tagLookup } from '../../../tags/contract/server.ts'
import type { DeletedTagFacts, TagMentionFacts } from '../../markup/facts.ts'
import tagMentions from '../../markup/tag-mentions.ts'
import { notifyOfPosts } from '../../server/save/save-mentions.ts'
import { readMentions, type StoredMentions } from '../../server/stored-mentions.ts'
import { tagMentionService } from '../../server/tag-service.ts'

/** The visible tags that comments mention. */
const mentionsTags: Relation<PostRow> = {
  to: 'tags',
  many: true,
  async load(posts, context) {
    const idsOf = (post: PostRow) =>
      post.hidden_at === null ? [...readMentions(post).tags.values()].map(({ id }) => id) : []
    const tags = await loadRows(context, 'tags', posts.flatMap(idsOf))
    return new Map(posts.map((post) => [post.id, idsOf(post).flatMap((id) => tags.get(id) ?? [])]))
  },
}

/** What a mention of a tag is rendered from; undefined where the reader does not see the tag: the words stay as typed. */
function factsOf(
  slug: string,
  { post, mentions }: { post: PostRow; mentions: StoredMentions },
  context: Context,
): TagMentionFacts | DeletedTagFacts | undefined {
  const stored = mentions.tags.get(slug)
  const tag = stored && tagLookup.of(context).withId(stored.id, context)
  if (tag === undefined) return undefined
  if (tag === 'deleted' || post.hidden_at !== null) return { deletedName: stored?.name ?? slug }
  return shownFacts(tag, context)
}

function shownFacts({ id, name, slug, color, icon }: ShownTag, { forum }: Context): TagMentionFacts {
  const href = `${forum.basePath}/t/${encodeURIComponent(slug)}`
  return { id: String(id), name, href, color: color || null, icon: icon || null }
}

/** Posts mention tags: `#slug`. */
export default defineExtension({
  markup: [
    {
      syntax: tagMentions,
      resolve: {
        tagMention: async (uses, context) => {
          const posts = new Map(uses.map(({ post }) => [post, { post, mentions: readMentions(post) }]))
          return ({ post, reference }) => {
            const of = posts.get(post)
            return of && factsOf(reference.id, of, context)
          }
        },
      },
      resolveInTexts: {
        tagMention: async (_references, context) => {
          const lookup = tagLookup.of(context)
          return ({ id: slug }) => {
            const tag = lookup.withSlug(slug, context)
            return tag?.slug === slug ? shownFacts(tag, context) : undefined
          }
        },
      },
    },
  ],
  services: [
    tagMentionService.provide({
      find(slugs, context) {
        const lookup = tagLookup.of(context)
        return new Map(
          slugs.flatMap((slug) => {
            const tag = lookup.withSlug(slug, context)
            if (tag?.slug !== slug) return []
            // The name of a tag that not everyone sees is not kept: it would be shown once the tag is deleted.
            const name = lookup.isOpen(tag.id, context) ? tag.name : slug
            return [[slug, { id: tag.id, name }] as const]
          }),
        )
      },
      async store({ db, forum }, { id, created_at }, tagIds) {
        await db.deleteFrom('post_mentions_tag').where('post_id', '=', id).execute()
        if (tagIds.length === 0) return
        const { idIn, types } = forum.database.dialect
        await sql`insert into post_mentions_tag (post_id, mentions_tag_id, created_at)
          select cast(${id} as ${types.integer}), id, cast(${created_at} as ${types.timestamp})
          from tags where ${idIn(sql.ref<number>('id'), tagIds)} and deleted_at is null`.execute(db)
      },
    }),
  ],
  on: {
    'discussion.tagsChanged': ({ discussion, before, after }, context) => {
      const lookup = tagLookup.of(context)
      const areOpen = [...before, ...after].every((id) => lookup.isOpen(id, context))
      return areOpen ? undefined : notifyOfPosts({ discussion }, context)
    },
  },
  resources: { posts: { relations: { mentionsTags }, include: ['mentionsTags'] } },
})
