import { lockRow, type WriteContext } from '@parley/server'
import type { FileRow } from '../tables.ts'
import { type FindOptions, findFile } from './find-file.ts'

/** The file of a uuid, which no other transaction changes meanwhile. @throws 404 for an unknown one. */
export async function lockFile(
  context: WriteContext,
  uuid: string,
  options: FindOptions = {},
): Promise<FileRow> {
  const { id } = await findFile(context, uuid, options)
  await lockRow(context, 'files', id)
  return findFile(context, uuid, options)
}
