import { type Context, notFound } from '@parley/server'
import type { FileRow } from '../tables.ts'

const uuids = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface FindOptions {
  /** Also one whose deletion has begun. */
  withMarked?: boolean
}

/** The file of a uuid. @throws 404 for an unknown one. */
export async function findFile(
  { db }: Pick<Context, 'db'>,
  uuid: string,
  { withMarked = false }: FindOptions = {},
): Promise<FileRow> {
  const known = uuids.test(uuid)
    ? await db.selectFrom('fof_upload_files').selectAll().where('uuid', '=', uuid).executeTakeFirst()
    : undefined
  if (!known || (known.removing_at !== null && !withMarked)) throw notFound()
  return known
}

/** The type of the resource that a file is. */
export function typeOf({ shared }: FileRow): 'files' | 'shared-files' {
  return shared ? 'shared-files' : 'files'
}
