import { type Context, lockRow, type StoredFile } from '@parley/server'
import { fileFolders, pathInFolder, storedAt } from '../files/addresses.ts'
import { endRemoval } from '../files/remove.ts'
import { rest } from '../limits.ts'
import { originalOf, smallerOf, widthsOf } from '../smaller/paths.ts'
import type { FileRow } from '../tables.ts'

/** Files that are compared with the table at once. */
const batchSize = 200

/** What cleaning finds. */
export interface Found {
  /** `orphan`: bytes without a row; `misplaced`: bytes where their row does not look; `removal`: a deletion that a crash has cut off. */
  kind: 'orphan' | 'misplaced' | 'removal'
  /** In the file store. */
  path: string
  size: number
}

export interface CleanOptions {
  /** Change nothing. */
  isDryRun?: boolean
  /** Called for each thing that is found, before it is put right. */
  onFound?: (found: Found) => void
  /** Called after each batch with the number of files that were looked at. */
  progress?: (files: number) => void
  signal?: AbortSignal
}

/** Ends deletions that a crash has cut off. @throws what has failed, when all others have ended. */
export async function endRemovals(context: Context, options: CleanOptions = {}): Promise<void> {
  const failures: unknown[] = []
  const before = new Date(+context.now - rest).toISOString()
  for (let after = 0; !options.signal?.aborted; ) {
    const marked = await context.forum.database.read
      .selectFrom('fof_upload_files')
      .selectAll()
      .where('removing_at', '<', before)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const file of marked) {
      options.onFound?.({ kind: 'removal', path: storedAt(file) ?? file.base_name, size: file.size })
      if (!options.isDryRun) await endRemoval(file, context).catch((error) => failures.push(error))
    }
    if (marked.length < batchSize) break
    after = marked.at(-1)?.id ?? after
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Files could not be deleted')
}

/**
 * Looks at up to `most` files behind `after`, in the order of the file store: removes bytes without a row, and moves bytes where
 * their row looks for them.
 * @returns the last path that was looked at; undefined at the end.
 */
export async function cleanFiles(
  context: Context,
  { after, most = Number.POSITIVE_INFINITY }: { after?: string | undefined; most?: number },
  options: CleanOptions = {},
): Promise<string | undefined> {
  let looked = 0
  let batch: StoredFile[] = []
  for await (const file of filesBehind(after, context)) {
    batch.push(file)
    looked += 1
    if (batch.length < batchSize && looked < most) continue
    await cleanBatch(batch, context, options)
    options.progress?.(looked)
    batch = []
    if (looked >= most || options.signal?.aborted) return file.path
  }
  await cleanBatch(batch, context, options)
  return undefined
}

async function* filesBehind(after: string | undefined, { forum }: Context): AsyncGenerator<StoredFile> {
  const from = fileFolders.findIndex((folder) => after?.startsWith(`${folder}/`))
  for (const [index, folder] of fileFolders.entries())
    if (index >= from) yield* forum.files.walk(folder, index === from ? after : undefined)
}

async function cleanBatch(
  batch: readonly StoredFile[],
  context: Context,
  { isDryRun, onFound }: CleanOptions,
): Promise<void> {
  const old = batch.filter(({ changedAt }) => +context.now - +changedAt > rest)
  if (old.length === 0) return
  const rows = await context.forum.database.read
    .selectFrom('fof_upload_files')
    .select(['id', 'path', 'upload_method', 'widths'])
    .where(
      'path',
      'in',
      old.map(({ path }) => originalOf(pathInFolder(path)).original),
    )
    .execute()
  const byPath = Map.groupBy(rows, ({ path }) => path)
  for (const { path, size } of old) {
    const { original, width } = originalOf(pathInFolder(path))
    const owners = byPath.get(original) ?? []
    if (owners.some((row) => pathsOf(row).includes(path))) continue
    // A smaller picture that its row does not know is made again, if at all.
    const owner = width === undefined ? owners[0] : undefined
    onFound?.({ kind: owner ? 'misplaced' : 'orphan', path, size })
    if (isDryRun) continue
    if (owner) await putInPlace(owner.id, path, context)
    else await context.forum.files.delete(path)
  }
}

/** Where the forum's own store has a file, and its smaller pictures. */
function pathsOf(row: Pick<FileRow, 'path' | 'upload_method' | 'widths'>): string[] {
  const path = storedAt(row)
  return path === undefined ? [] : [path, ...smallerOf(path, widthsOf(row))]
}

/** Moves bytes where their row looks for them, after a crash while a file was hidden or shown. */
async function putInPlace(id: number, path: string, context: Context): Promise<void> {
  const { files } = context.forum
  await context.forum.write(context, async (writing) => {
    await lockRow(writing, 'files', id)
    const row = await writing.db
      .selectFrom('fof_upload_files')
      .select(['path', 'upload_method'])
      .where('id', '=', id)
      .executeTakeFirst()
    const place = row && storedAt(row)
    if (place === path) return
    // A copy for a move from or to a bucket.
    if (place === undefined) return row && (await files.delete(path))
    const isThere = (await files.read(place, 1)) !== undefined
    if (isThere) await files.delete(path)
    else if ((await files.read(path, 1)) !== undefined) await files.move(path, place)
  })
}
