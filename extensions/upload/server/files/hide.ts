import { type Context, conflict, notFound, type WriteContext } from '@parley/server'
import { cannotWrite } from '../receiving/errors.ts'
import { ruleFor } from '../receiving/type-table.ts'
import { lockFile } from '../routes/lock-file.ts'
import { isPending, notePending, settle } from '../s3/pending.ts'
import { dropSmaller, planSmaller } from '../smaller/job.ts'
import type { FileRow } from '../tables.ts'
import { countFiles } from '../users/counts.ts'
import {
  addressOf,
  hasAdapter,
  keptAt,
  type Method,
  methodOf,
  type Place,
  placeOf,
  storedAt,
} from './addresses.ts'

/** Throws unless the actor may change a file. */
type Check = (file: FileRow) => void

/**
 * Hides a file from lists, or shows it again. A shared one loses its public address while it is hidden: its bytes move, and its
 * smaller pictures go.
 * @throws what `check` throws; 500 if the bytes cannot move.
 */
export async function toggleHidden(file: FileRow, check: Check, context: Context): Promise<FileRow> {
  const to = await nextMethod(file, context)
  if (to === undefined) return toggleInStore(file.uuid, check, context)
  const checkShared = (row: FileRow) => {
    check(row)
    // Smaller pictures that were made meanwhile would keep their addresses.
    if (!row.hidden && row.widths !== null) throw conflict()
  }
  try {
    if (to === 'private-shared') await dropSmaller(file, context)
    const changed = await toggleShared(file, { to, check: checkShared }, context)
    if (!changed.hidden) await context.forum.write(context, (writing) => planSmaller(changed, writing))
    return changed
  } catch (error) {
    if (file.widths !== null) await context.forum.write(context, (writing) => planSmaller(file, writing))
    throw error
  }
}

function toggleShared(
  file: FileRow,
  { to, check }: { to: Method; check: Check },
  context: Context,
): Promise<FileRow> {
  const isInBucket = to === 'aws-s3' || methodOf(file) === 'aws-s3'
  return isInBucket
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
      // Another request has moved it into a bucket meanwhile.
      if (file.shared && methodOf(file) === 'aws-s3') throw conflict()
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
  const isToBucket = to === 'aws-s3'
  if (isToBucket) await write(context, (writing) => claim(path, writing))
  const changed = await moveCopy(file, { to, check, former, place }, context).catch(
    async (error: unknown) => {
      if (isToBucket) await takeBack(file, place, context)
      throw error
    },
  )
  // What stays is noted, or lies where no row looks.
  const isGone = await former.store.delete(former.path).then(
    () => true,
    () => false,
  )
  if (isGone && !isToBucket) await write(context, (writing) => settle([path], writing))
  return changed
}

/** Notes an object. @throws 409 while its path is noted: a late deletion would take the new bytes. */
async function claim(path: string, context: WriteContext): Promise<void> {
  if (await isPending(path, context)) throw conflict()
  await notePending([path], context)
}

interface Move {
  to: Method
  check: Check
  former: Place
  place: Place
}

async function moveCopy(
  file: FileRow,
  { to, check, former, place }: Move,
  context: Context,
): Promise<FileRow> {
  const source = await former.store.open(former.path)
  if (!source) throw notFound()
  await place.store.write(place.path, await place.store.receive(source)).catch((cause: unknown) => {
    throw cannotWrite(context, cause)
  })
  return context.forum.write(context, async (writing) => {
    const locked = await lockFile(writing, file.uuid)
    check(locked)
    if (locked.hidden !== file.hidden || locked.upload_method !== file.upload_method) throw conflict()
    if (to === 'aws-s3') await settle([place.path], writing)
    // A request that showed the file a moment ago may have deleted the copy.
    else if (!(await place.store.read(place.path, 1))) throw conflict()
    else await notePending([former.path], writing)
    return store(locked, to, writing)
  })
}

/** Deletes the copy in the bucket, unless its row is stored; what fails stays noted. */
async function takeBack({ id, path }: FileRow, place: Place, context: Context): Promise<void> {
  try {
    const row = await context.forum.database.read
      .selectFrom('fof_upload_files')
      .select('upload_method')
      .where('id', '=', id)
      .executeTakeFirst()
    if (row && methodOf(row) === 'aws-s3') return
    await place.store.delete(place.path)
    await context.forum.write(context, (writing) => settle([path ?? ''], writing))
  } catch {
    // Cleaning deletes it.
  }
}

async function store(file: FileRow, method: Method | undefined, context: WriteContext): Promise<FileRow> {
  const { path, uuid, hidden, actor_id } = file
  const address = method && addressOf({ method, path: path ?? '', uuid }, context)
  const values = { hidden: !hidden, ...(address && { upload_method: method, url: address }) }
  await context.db.updateTable('fof_upload_files').set(values).where('id', '=', file.id).execute()
  countFiles(context, actor_id, { all: 0, shown: hidden ? 1 : -1 })
  return { ...file, ...values }
}
