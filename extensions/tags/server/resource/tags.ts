import type { Extension } from '@parley/server'
import { strictFlag } from '@parley/server'
import { fold } from '../../shared.ts'
import { checkEdit, deleteTag } from './change-tag.ts'
import { createTag } from './create-tag.ts'
import { tagFields } from './fields.ts'
import { tagRelations } from './relations.ts'

/** Tags: their list, attributes and writes. */
export const tagsResource: NonNullable<NonNullable<Extension['resources']>['tags']> = {
  table: 'tags',
  deletedInBatches: true,
  forms: ['full'],
  fields: tagFields,
  abilities: ['startDiscussion', 'addToDiscussion'],
  relations: tagRelations,
  filters: {
    q: {
      value: 'text',
      where(eb, start, { forum }) {
        const folded = fold(start)
        const { all } = forum.tables.get('tags')
        const found = all.filter(({ name, slug }) =>
          [name, slug].some((text) => fold(text).startsWith(folded)),
        )
        return forum.database.dialect.idIn(
          eb.ref('tags.id'),
          found.map(({ id }) => id),
        )
      },
    },
  },
  endpoints: {
    index: {
      include: { default: ['parent'], optional: ['children', 'lastPostedDiscussion', 'state'] },
      isWhole: ({ filters }) => !filters.includes('q'),
      ignoresSort: true,
    },
    show: {
      include: {
        optional: [
          ...['parent', 'parent.children', 'parent.children.parent', 'children', 'children.parent'],
          ...['lastPostedDiscussion', 'state'],
        ],
      },
      idOf: (slug, { forum }) => forum.tables.get('tags').bySlug(slug)?.id,
    },
    create: {
      include: { default: ['parent'] },
      ability: 'createTag',
      describes: {
        requires: ['name', 'slug', 'description', 'color'],
        ignores: ['isRestricted', 'defaultSort', 'backgroundUrl', 'backgroundMode'],
        attributes: { primary: strictFlag().describe('Whether the tag is primary.') },
        relationships: { parent: 'tags' },
      },
      fields: ['isRestricted', 'defaultSort', 'backgroundUrl', 'backgroundMode'],
      run: createTag,
    },
    update: { check: checkEdit },
    delete: { ability: 'delete', run: deleteTag },
  },
}
