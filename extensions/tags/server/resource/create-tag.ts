import {
  createRow,
  memoryTableChanged,
  type Problem,
  planRow,
  problemOf,
  strictFlag,
  timestamp,
  translatorOf,
  type WriteContext,
  type WriteInput,
  writeAuditEntry,
} from '@parley/server'
import type { TagRow } from '../../contract/tables.ts'
import { isPrimary } from '../tree.ts'

/** Keeps others from creating and changing tags until the transaction ends: a slug is taken once. */
export function lockTags({ db, forum }: WriteContext): Promise<void> {
  return forum.database.dialect.lock(db, 'tags')
}

/** The attributes without which no tag is created. */
const required = ['name', 'slug', 'description', 'color'] as const

/** `POST /api/tags`. */
export async function createTag(input: WriteInput, context: WriteContext): Promise<TagRow> {
  await lockTags(context)
  const place = await findPlace(input, context)
  const translate = translatorOf(context)
  const missing = required.filter((name) => (input.attributes[name] ?? null) === null)
  const problems = [...missing.map((name) => problemOf('required', name, translate)), ...place.problems]
  const planned = await planRow(context, 'tags', input, {
    columns: {
      position: place.position,
      parent_id: place.parentId,
      is_restricted: false,
      created_at: timestamp(context),
      updated_at: timestamp(context),
    },
    problems,
  })
  const tag = await createRow(context, planned)
  await memoryTableChanged(context, 'tags')
  await writeAuditEntry(context, 'tag.created', { target: { id: tag.id, name: tag.name } })
  return tag
}

interface Place {
  position: number | null
  parentId: number | null
  problems: readonly Problem[]
}

/** Where the new tag stands: behind the primary tags, behind the children of its parent, or nowhere. */
async function findPlace({ attributes, relationships }: WriteInput, context: WriteContext): Promise<Place> {
  const translate = translatorOf(context)
  const nowhere: Place = { position: null, parentId: null, problems: [] }
  const primary = strictFlag().safeParse(attributes.primary ?? false)
  if (!primary.success) return { ...nowhere, problems: [problemOf('boolean', 'primary', translate)] }
  const tags = await context.db
    .selectFrom('tags')
    .select(['id', 'position', 'parent_id'])
    .where('deleted_at', 'is', null)
    .execute()
  const behind = (siblings: readonly { position: number | null }[]) =>
    Math.max(-1, ...siblings.map(({ position }) => position ?? -1)) + 1
  const parentId = readParent(relationships.parent)
  if (primary.data || parentId === 0) return { ...nowhere, position: behind(tags.filter(isPrimary)) }
  if (parentId === undefined) return nowhere
  const parent = tags.find((tag) => tag.id === parentId && isPrimary(tag))
  if (!parent) return { ...nowhere, problems: [problemOf('exists', 'parent', translate, 'relationships')] }
  const siblings = tags.filter(({ parent_id }) => parent_id === parent.id)
  return { position: behind(siblings), parentId: parent.id, problems: [] }
}

/** The id of the parent that was sent; undefined without one, NaN for what is no id. */
function readParent(sent: unknown): number | undefined {
  const { data } = (sent ?? {}) as { data?: unknown }
  if (data === undefined || data === null) return undefined
  const { id } = data as { id?: unknown }
  return /^\d{1,15}$/.test(String(id)) ? Number(id) : Number.NaN
}
