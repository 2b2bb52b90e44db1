import type { App, PostProps } from '@parley/client'
import type { ReactionType } from '../types.ts'
import { loadReactors } from './load-reactors.ts'

/** Names in the tooltip of a count. The others are a number. */
const mostNames = 5

/** Who has reacted with a type: 'Heart: Ann, Ben and 12 others'. @throws ApiError */
export async function reactorsInWords(
  app: App,
  post: PostProps['post'],
  { id }: ReactionType,
  reaction: string,
): Promise<string> {
  const { store, t, translator, userId } = app
  const { ids } = await loadReactors(app, { postId: post.id, typeId: id }, mostNames)
  const names = ids.flatMap((each) => {
    const row = store.get('post_reactions', each)
    const user = row && store.related(row, 'user', 'users')
    return user ? [user.id === userId ? t('reactions.forum.post.you_text') : user.displayName] : []
  })
  const others = Math.max(0, (store.get('posts', post.id)?.reactionCounts?.[id] ?? 0) - names.length)
  const parts = others > 0 ? [...names, t('reactions.forum.post.others_text', { count: others })] : names
  if (parts.length === 0) return reaction
  const list = new Intl.ListFormat(translator.locale).format(parts)
  return t('reactions.forum.post.names_text', { reaction, names: list })
}
