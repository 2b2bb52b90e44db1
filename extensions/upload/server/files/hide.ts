import { type Context, conflict, notFound, type WriteContext } from '@parley/server'
import { cannotWrite } from '../receiving/errors.ts'
import { ruleFor } from '../receiving/type-table.ts'
import { lockFile } from '../routes/lock-file.ts'
import { notePending, settle } from '../s3/pending.ts'
import type { FileRow } from '../tables.ts'
import { countFiles } from '../users/counts.ts'
import { addressOf, hasAdapter, keptAt, type Method, methodOf, placeOf, storedAt } from './addresses.ts'

/** Throws unless the actor may change a file. */
type Check = (file: FileRow) => void

/**
 * Hides a file from lists, or shows it again. A shared one loses its public address while it is hidden: its bytes move.
 * @throws what `check` throws; 500 if the bytes cannot move.
 */
export async function toggleHidden(file: FileRow, check: Check, context: Context): Promise<FileRow> {
  const to = await nextMethod(file, context)
  const isInBucket = to === 'aws-s3' || methodOf(file) === 'aws-s3'
  return to !== undefined && isInBucket
    ? toggleAcrossStores(file, { to, check }, context)
    : toggleInStore(file.uuid, check, context)
}

/** How a shared file is kept next; undefined for one that stays where it is. */
async function nextMethod(file: FileRow, context: Context): Promise<Method | undefined> {
  if (!file.shared || methodOf(file) === undefined) return undefined
  if (!file.hidden) return 'private-shared'
  const rule = await ruleFor(file.type, context.forum.settings.get('fof-upload.mimeTypes'))
  return rule && hasAdapter(rule.adapter, context) ? rule.adapter : 'local'
}

/** The bytes move back if the change is not stored. */
async function toggleInStore(uuid: string, check: Check, context: Context): Promise<FileRow> {
  const { files } = context.forum
  let moved: { from: string; to: string } | undefined
  try {
    return await context.forum.write(context, async (writing) => {
      const file = await lockFile(writing, uuid)
      check(file)
      const from = storedAt(file)
      const method = file.hidden ? 'local' : 'private-shared'
      const changed = await store(file, file.shared && from !== undefined ? method : undefined, writing)
      const to = storedAt(changed)
      if (from !== undefined && to !== undefined && from !== to) {
        await files.move(from, to)
        moved = { from, to }
      }
      return changed
    })
  } catch (error) {
    if (moved) await files.move(moved.to, moved.from)
    throw error
  }
}

/**
 * Copies the bytes, changes the row, then deletes the former ones. What a crash leaves, cleaning deletes: bytes on disk that no row
 * looks for, and noted objects of the bucket.
 */
async function toggleAcrossStores(
  file: FileRow,
  { to, check }: { to: Method; check: Check },
  context: Context,
): Promise<FileRow> {
  const path = file.path ?? ''
  const [former, place] = [keptAt(file, context), placeOf(to, path, context)]
  if (!former || !place) throw cannotWrite(context)
  const { write } = context.forum
  if (to === 'aws-s3') await write(context, (writing) => notePending([path], writing))
  const source = await former.store.open(former.path)
  if (!source) throw notFound()
  await place.store.write(place.path, await place.store.receive(source)).catch((cause: unknown) => {
    throw cannotWrite(context, cause)
  })
  const changed = await write(context, async (writing) => {
    const locked = await lockFile(writing, file.uuid)
    check(locked)
    if (locked.hidden !== file.hidden || locked.upload_method !== file.upload_method) throw conflict()
    if (to === 'aws-s3') await settle([path], writing)
    else await notePending([path], writing)
    return store(locked, to, writing)
  })
  // What stays is noted, or lies where no row looks.
  await former.store.delete(former.path).catch(() => {})
  return changed
}

async function store(file: FileRow, method: Method | undefined, context: WriteContext): Promise<FileRow> {
  const { path, uuid, hidden, actor_id } = file
  const address = method && addressOf({ method, path: path ?? '', uuid }, context)
  const values = { hidden: !hidden, ...(address && { upload_method: method, url: address }) }
  await context.db.updateTable('fof_upload_files').set(values).where('id', '=', file.id).execute()
  countFiles(context, actor_id, { all: 0, shown: hidden ? 1 : -1 })
  return { ...file, ...values }
}
