import {
  type Context,
  type Field,
  idOfNewRow,
  nameText,
  problemOf,
  strictFlag,
  text,
  translatorOf,
  type WriteContext,
} from '@parley/server'
import { wireDate } from '@parley/shared'
import type { TagRow } from '../../contract/tables.ts'
import { fold, untagged } from '../../shared.ts'

/** Who may write: a new tag who may create tags, any other one who may edit it. */
function mayWrite(tag: TagRow, _value: unknown, { actor }: Context): boolean {
  return tag.id === idOfNewRow ? actor.can('createTag') : actor.can('edit', 'tags', tag)
}

const isColor = (value: string) => value === '' || /^#([0-9a-f]{3}){1,2}$/i.test(value)
/** A comma would separate two slugs in a filter, and `untagged` stands for discussions without tags there. */
const isSlug = (value: string) => !/[/\\ ,]/.test(value) && fold(value) !== untagged
/** An address below the forum or on another site: it becomes a part of a style sheet. */
const isAddress = (value: string) => value === '' || /^(\/|https?:\/\/)[^\s"'()\\<>]*$/.test(value)

/** Says whether another tag has the slug, in upper or lower case. The caller keeps others from writing tags. */
async function checkSlug(slug: string, { id }: TagRow, context: WriteContext) {
  const others = await context.db
    .selectFrom('tags')
    .select('slug')
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .execute()
  const isTaken = others.some((other) => fold(other.slug) === fold(slug))
  return isTaken ? [problemOf('unique', 'slug', translatorOf(context))] : []
}

/** Attributes of tags. */
export const tagFields: Record<string, Field<TagRow>> = {
  name: { column: 'name', json: 'string', schema: nameText({ max: 100 }), writable: mayWrite },
  slug: {
    column: 'slug',
    json: 'string',
    schema: text({ max: 100, rules: [{ rule: 'regex', test: isSlug }] }),
    writable: mayWrite,
    check: (slug, tag, context) => checkSlug(slug as string, tag, context),
  },
  description: {
    column: 'description',
    json: 'string?',
    schema: text({ required: false, max: 700 }),
    writable: mayWrite,
  },
  color: {
    column: 'color',
    json: 'string?',
    schema: text({ required: false, rules: [{ rule: 'regex', test: isColor }] }),
    writable: mayWrite,
  },
  icon: {
    column: 'icon',
    json: 'string?',
    schema: text({ required: false, max: 100 }),
    writable: mayWrite,
  },
  isHidden: { column: 'is_hidden', json: 'boolean', schema: strictFlag(), writable: mayWrite },
  isRestricted: {
    column: 'is_restricted',
    json: 'boolean',
    visible: (_tag, { actor }) => actor.can('administrate'),
    schema: strictFlag(),
    writable: mayWrite,
  },
  defaultSort: {
    column: 'default_sort',
    json: 'string?',
    schema: text({ required: false, max: 50 }),
    writable: mayWrite,
  },
  backgroundUrl: {
    column: 'background_path',
    json: 'string?',
    schema: text({ required: false, max: 100, rules: [{ rule: 'regex', test: isAddress }] }),
    writable: mayWrite,
  },
  backgroundMode: {
    column: 'background_mode',
    json: 'string?',
    schema: text({ required: false, max: 100 }),
    writable: mayWrite,
  },
  discussionCount: { column: 'discussion_count', json: 'integer' },
  position: { column: 'position', json: 'integer?' },
  isChild: { json: 'boolean', get: ({ parent_id }) => parent_id !== null },
  lastPostedAt: {
    json: 'date?',
    get: ({ last_posted_at: date }) => (date === null ? null : wireDate(date)),
  },
}
