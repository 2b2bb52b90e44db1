import {
  createRow,
  memoryTableChanged,
  planRow,
  problemOf,
  requireAdministrator,
  storeSettings,
  timestamp,
  translatorOf,
  type WriteContext,
  type WriteInput,
  writeAuditEntry,
} from '@parley/server'
import { homePath } from '../shared.ts'
import { changedFields } from './audit.ts'
import type { PageRow } from './table.ts'

/** Keeps others from writing pages until the transaction ends: a slug is taken once, and links are counted. */
function lockPages({ db, forum }: WriteContext): Promise<void> {
  return forum.database.dialect.lock(db, 'pages')
}

/** The attributes without which no page is created. */
const required = ['title', 'slug', 'content'] as const

/** `POST /api/pages`. */
export async function createPage(input: WriteInput, context: WriteContext): Promise<PageRow> {
  await lockPages(context)
  const translate = translatorOf(context)
  const missing = required.filter((name) => (input.attributes[name] ?? null) === null)
  const planned = await planRow(context, 'pages', input, {
    columns: { time: timestamp(context) },
    problems: missing.map((name) => problemOf('required', name, translate)),
  })
  const page = await createRow(context, planned)
  await memoryTableChanged(context, 'pages')
  await writeAuditEntry(context, 'page.created', { target: targetOf(page) })
  return page
}

/** `PATCH /api/pages/{id}` is for administrators, also an empty one, and always sets the time of the edit. */
export async function checkChange(page: PageRow, _input: WriteInput, context: WriteContext): Promise<void> {
  requireAdministrator(context)
  await lockPages(context)
  const edit_time = timestamp(context)
  await context.db.updateTable('pages').set({ edit_time }).where('id', '=', page.id).execute()
  await memoryTableChanged(context, 'pages')
  // An empty change is answered with this row.
  Object.assign(page, { edit_time })
}

/** Records a change of a page. */
export async function pageChanged(before: PageRow, after: PageRow, context: WriteContext): Promise<void> {
  await writeAuditEntry(context, 'page.changed', {
    target: targetOf(before),
    changes: changedFields(before, after),
  })
}

/** `DELETE /api/pages/{id}`. The forum gets the list of discussions as its home page if this page was it. */
export async function deletePage(page: PageRow, context: WriteContext): Promise<void> {
  const { db } = context
  await lockPages(context)
  await db.deleteFrom('pages').where('id', '=', page.id).execute()
  await memoryTableChanged(context, 'pages')
  await writeAuditEntry(context, 'page.deleted', { target: targetOf(page) })
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['pages_home', 'default_route'])
    .execute()
  const { pages_home: home, default_route: route } = Object.fromEntries(
    rows.map(({ key, value }) => [key, value]),
  )
  if (Number(home) !== page.id) return
  const isShown = route === homePath
  await storeSettings(db, { pages_home: null, ...(isShown && { default_route: '/all' }) })
  await writeAuditEntry(context, 'settings.changed', {
    changes: { pages_home: [home ?? null, null], ...(isShown && { default_route: [homePath, '/all'] }) },
  })
}

function targetOf({ id, title }: PageRow) {
  return { id, name: title }
}
