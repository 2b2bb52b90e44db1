import type { Extension } from '@parley/server'
import { loadReactions } from './rows.ts'

/** What members and guests chose for posts (api-extensions 18). */
export const postReactionsResource: NonNullable<NonNullable<Extension['resources']>['post_reactions']> = {
  path: 'post-reactions',
  forms: ['full'],
  load: loadReactions,
  fields: {
    userId: { column: 'user_id', json: 'integer?' },
    postId: { column: 'post_id', json: 'integer' },
    reactionId: { column: 'reaction_id', json: 'integer' },
  },
  relations: {
    reaction: { to: 'reactions', key: 'reaction_id' },
    user: { to: 'users', key: 'user_id', form: 'basic' },
    post: { to: 'posts', key: 'post_id', form: 'basic' },
  },
}
