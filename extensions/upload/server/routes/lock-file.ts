import { lockRow, type WriteContext } from '@parley/server'
import type { FileRow } from '../tables.ts'
import { findFile } from './find-file.ts'

/** The file of a uuid, which no other transaction changes meanwhile. @throws 404 for an unknown one. */
export async function lockFile(context: WriteContext, uuid: string): Promise<FileRow> {
  const { id } = await findFile(context, uuid)
  await lockRow(context, 'files', id)
  return findFile(context, uuid)
}
