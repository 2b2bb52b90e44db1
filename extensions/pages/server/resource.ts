import type { Extension } from '@parley/server'
import { pageFields, source } from './fields.ts'
import { idOfPage } from './find.ts'
import { checkChange, createPage, deletePage } from './write.ts'

/** Pages: their list, attributes and writes. */
export const pagesResource: NonNullable<NonNullable<Extension['resources']>['pages']> = {
  table: 'pages',
  forms: ['full'],
  longTexts: ['content', 'content_html'],
  fields: pageFields,
  writes: { together: { source } },
  sorts: { time: 'time', editTime: { column: 'edit_time', nullable: true } },
  filters: { q: { value: 'any', where: () => undefined } },
  endpoints: {
    index: { sort: () => '-editTime' },
    show: { idOf: idOfPage },
    create: {
      ability: 'administrate',
      describes: { requires: ['title', 'slug', 'content'] },
      fields: [],
      run: createPage,
    },
    update: { check: checkChange },
    delete: { ability: 'administrate', run: deletePage },
  },
}
