import {
  type Context,
  type Draft,
  encodePicture,
  enqueueJob,
  type Job,
  lockRow,
  UnreadablePicture,
  type WriteContext,
} from '@parley/server'
import { z } from 'zod'
import { keptAt, methodOf, type Place } from '../files/addresses.ts'
import { emptyDraft } from '../receiving/empty-draft.ts'
import { notePending, settle } from '../s3/pending.ts'
import type { FileRow } from '../tables.ts'
import { smallerOf, widthsBelow, widthsOf } from './paths.ts'

interface SmallerPictures {
  /** Of the row of the file. */
  id: number
}

declare module '@parley/server' {
  interface JobTypes {
    'upload.smaller': SmallerPictures
  }
}

type Made = Pick<FileRow, 'type' | 'shared' | 'hidden' | 'width'>

/** Whether smaller pictures are made of a file. A shared one that is hidden has no address, so it has none of them either. */
function isMadeSmaller({ type, shared, hidden, width }: Made): boolean {
  const isStill = type === 'image/jpeg' || type === 'image/png'
  return isStill && !(shared && hidden) && width !== null && widthsBelow(width).length > 0
}

/** Has smaller pictures made of a file that has none. */
export async function planSmaller(file: Made & { id: number }, context: WriteContext): Promise<void> {
  if (isMadeSmaller(file)) await enqueueJob(context, 'upload.smaller', { id: file.id })
}

/** Makes smaller pictures, so that small screens load less. They stand beside the file. */
export const smallerJob: Job<SmallerPictures> = {
  schema: z.strictObject({ id: z.number() }),
  timeout: 120,
  async run({ id }, context) {
    const file = await context.forum.database.read
      .selectFrom('fof_upload_files')
      .selectAll()
      .where('id', '=', id)
      .where('widths', 'is', null)
      .where('removing_at', 'is', null)
      .executeTakeFirst()
    const place = file && isMadeSmaller(file) ? keptAt(file, context) : undefined
    const source = place && (await place.store.open(place.path))
    if (!file || !place || !source) return
    const draft = await context.forum.files.receive(source)
    try {
      await makeSmaller(file, { place, draft }, context)
    } finally {
      await draft.discard()
    }
  },
}

interface Source {
  place: Place
  /** The bytes of the file. */
  draft: Draft
}

async function makeSmaller(file: FileRow, { place, draft }: Source, context: Context): Promise<void> {
  const { forum } = context
  const widths = widthsBelow(file.width ?? 0)
  const paths = smallerOf(place.path, widths)
  const isInBucket = methodOf(file) === 'aws-s3'
  if (isInBucket) await forum.write(context, (writing) => notePending(paths, writing))
  for (const [index, width] of widths.entries()) {
    const made = await emptyDraft(forum.files)
    try {
      await encodePicture(draft.location, made.location, { width, asWebp: true }, 'smaller pictures')
    } catch (error) {
      await made.discard()
      if (error instanceof UnreadablePicture) return
      throw error
    }
    await place.store.write(paths[index] ?? '', made)
  }
  const isStored = await forum.write(context, async (writing) => {
    await lockRow(writing, 'files', file.id)
    const { numUpdatedRows } = await writing.db
      .updateTable('fof_upload_files')
      .set({ widths: widths.join(',') })
      .where('id', '=', file.id)
      .where('removing_at', 'is', null)
      // Unless it was hidden or shown meanwhile: its bytes are elsewhere then.
      .where('upload_method', '=', file.upload_method)
      .executeTakeFirst()
    if (numUpdatedRows > 0 && isInBucket) await settle(paths, writing)
    return numUpdatedRows > 0
  })
  if (!isStored) for (const path of paths) await place.store.delete(path)
}

/** Deletes the smaller pictures of a file. @throws as the file store does. */
export async function dropSmaller(file: FileRow, context: Context): Promise<void> {
  const place = keptAt(file, context)
  const paths = place ? smallerOf(place.path, widthsOf(file)) : []
  if (!place || paths.length === 0) return
  const { write } = context.forum
  const isInBucket = methodOf(file) === 'aws-s3'
  await write(context, async (writing) => {
    await writing.db.updateTable('fof_upload_files').set({ widths: null }).where('id', '=', file.id).execute()
    if (isInBucket) await notePending(paths, writing)
  })
  for (const path of paths) await place.store.delete(path)
  if (isInBucket) await write(context, (writing) => settle(paths, writing))
}
