import { type Extension, type ForumRow, type Relation, rememberRows } from '@parley/server'
import { reactionFields } from './fields.ts'

/** The types of reactions: all may read them. `routes.ts` has the writes. */
export const reactionsResource: NonNullable<NonNullable<Extension['resources']>['reactions']> = {
  table: 'reactions',
  deletedInBatches: true,
  forms: ['full'],
  fields: reactionFields,
  endpoints: { index: { ignoresSort: true, isWhole: () => true } },
}

/** All types with the forum, from memory. */
export const reactionsOfForum: Relation<ForumRow> = {
  to: 'reactions',
  many: true,
  async load(forums, context) {
    const { all } = context.forum.tables.get('reactions')
    rememberRows(context, 'reactions', all)
    return new Map(forums.map(({ id }) => [id, all]))
  },
}
