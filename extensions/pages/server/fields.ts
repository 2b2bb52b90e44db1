import {
  type Context,
  type Field,
  type JointChange,
  nameText,
  type Problem,
  problemOf,
  strictFlag,
  text,
  translatorOf,
  type WriteContext,
  wholeNumber,
} from '@parley/server'
import { fold, isSlug, longestText, mostLinks } from '../shared.ts'
import { contentHtml, pageHtml, writtenColumns } from './html.ts'
import type { PageRow } from './table.ts'

/** The longest content, in characters. */
export const longestContent = 16_777_215

type PageField = Field<PageRow>

const isAdministrator = (_page: PageRow, _value: unknown, { actor }: Context) => actor.can('administrate')
const forAdministrators = (_page: PageRow, { actor }: Context) => actor.can('administrate')

/** What is written by administrators, who are told if another has changed it meanwhile. */
const written = { writable: isAdministrator, refusesConflicts: true } as const

/** Dates of pages are JSON dates with microseconds. */
const jsonDate = (stored: string) => stored.replace(/(\.\d{3})Z$/, '$1000Z')

/**
 * Refuses a new slug that would end the segment of its path, or that another page has in upper or lower case. The caller keeps
 * others from writing pages.
 */
async function checkSlug(slug: string, { id }: PageRow, context: WriteContext): Promise<Problem[]> {
  const translate = translatorOf(context)
  if (!isSlug(slug)) return [problemOf('regex', 'slug', translate)]
  const others = await context.db.selectFrom('pages').select('slug').where('id', '<>', id).execute()
  const isTaken = others.some((other) => fold(other.slug) === fold(slug))
  return isTaken ? [problemOf('unique', 'slug', translate)] : []
}

type LinkColumn = 'is_in_navigation' | 'is_in_footer'

/** A place with links on every page of the forum, which can only be so many. */
function linkField(column: LinkColumn, name: string): PageField {
  return {
    ...written,
    column,
    json: 'boolean',
    schema: strictFlag(),
    async check(isShown, { id }, context) {
      if (!isShown) return []
      const others = await context.db
        .selectFrom('pages')
        .select('id')
        .where(column, '=', true)
        .where('id', '<>', id)
        .limit(mostLinks)
        .execute()
      if (others.length < mostLinks) return []
      const detail = translatorOf(context)('core.api.table_full_message', { maximum: mostLinks })
      return [{ detail, pointer: `/data/attributes/${name}` }]
    },
  }
}

function eachPage(make: (page: PageRow, context: Context) => string | Promise<string>): PageField['load'] {
  return async (pages, context) => {
    const values = new Map<number, string>()
    for (const page of pages) values.set(page.id, await make(page, context))
    return values
  }
}

/** Attributes of pages (api-extensions 14), and those for our own client. */
export const pageFields: Record<string, PageField> = {
  id: { json: 'integer', get: ({ id }) => id },
  title: { ...written, column: 'title', json: 'string', schema: nameText({ max: longestText }) },
  slug: {
    ...written,
    column: 'slug',
    json: 'string',
    schema: text({ max: longestText }),
    check: (slug, page, context) => checkSlug(slug as string, page, context),
  },
  time: { json: 'date', get: ({ time }) => jsonDate(time) },
  editTime: { json: 'date?', get: ({ edit_time }) => edit_time && jsonDate(edit_time) },
  contentHtml: { json: 'string', isLong: true, load: eachPage(contentHtml) },
  pageHtml: { json: 'string', isLong: true, load: eachPage(pageHtml) },
  content: {
    ...written,
    json: 'string',
    visible: forAdministrators,
    isLong: true,
    load: eachPage(({ content }) => content),
    current: ({ content }) => content,
    schema: text({ max: longestContent }),
  },
  isHtml: { ...written, column: 'is_html', json: 'boolean', schema: strictFlag() },
  isHidden: {
    ...written,
    column: 'is_hidden',
    json: 'boolean',
    visible: forAdministrators,
    schema: strictFlag(),
  },
  isRestricted: {
    ...written,
    column: 'is_restricted',
    json: 'boolean',
    visible: forAdministrators,
    schema: strictFlag(),
  },
  isInNavigation: linkField('is_in_navigation', 'isInNavigation'),
  navigationIcon: {
    ...written,
    column: 'navigation_icon',
    json: 'string?',
    schema: text({ required: false, max: 100 }).nullable(),
    takesNull: true,
    set: (icon) => ({ navigation_icon: (icon as string | null) || null }),
  },
  navigationPosition: {
    ...written,
    column: 'navigation_position',
    json: 'integer?',
    schema: wholeNumber({ min: 0, max: 1_000_000 }).nullable(),
    takesNull: true,
  },
  isInFooter: linkField('is_in_footer', 'isInFooter'),
}

/** A source and its kind give the HTML. */
export const source: JointChange<PageRow> = {
  fields: ['content', 'isHtml'],
  set(values, row, context) {
    const content = (values.content as string | undefined) ?? row.content ?? ''
    const is_html = (values.isHtml as boolean | undefined) ?? row.is_html ?? false
    return { content, is_html, ...writtenColumns({ content, is_html }, context) }
  },
}
