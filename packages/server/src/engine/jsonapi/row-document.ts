import type { ResourceDocument } from '@parley/shared'
import { notFound } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import type { ResourceRows } from '../../points/resources/resource-rows.ts'
import { currentRow, resourceOf } from './rows.ts'
import { serialize } from './serialize.ts'

/** A row as a document without includes, as it is now and whoever may see it; 404 when it is gone. */
export async function rowDocument(
  context: Context,
  type: keyof ResourceRows & string,
  id: number,
  form = 'full',
): Promise<ResourceDocument> {
  // What was noted before a change may be old.
  const fresh: Context = { ...context, db: context.forum.database.read, notes: new Map() }
  const row = await currentRow(fresh, type, id)
  if (!row) throw notFound()
  const { data } = await serialize(fresh, { resource: resourceOf(fresh, type), rows: [row], form }, new Map())
  const [object] = data
  if (!object) throw new Error(`Nothing serialized for ${type} ${id}`)
  return { data: object }
}
