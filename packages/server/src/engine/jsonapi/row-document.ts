import type { ResourceDocument } from '@parley/shared'
import { notFound } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import type { ResourceRows } from '../../points/resources/resource-rows.ts'
import { currentRow, resourceOf } from './rows.ts'
import { serialize } from './serialize.ts'

/** The current row as a document without includes, whatever the actor may see. @throws 404 if it is deleted. */
export async function rowDocument(
  context: Context,
  type: keyof ResourceRows & string,
  id: number,
  form = 'full',
): Promise<ResourceDocument> {
  // The request cache may hold the state before a change.
  const fresh: Context = { ...context, db: context.forum.database.read, cache: new Map() }
  const row = await currentRow(fresh, type, id)
  if (!row) throw notFound()
  const { data } = await serialize(fresh, { resource: resourceOf(fresh, type), rows: [row], form }, new Map())
  const [object] = data
  if (!object) throw new Error(`No resource object for ${type} ${id}`)
  return { data: object }
}
