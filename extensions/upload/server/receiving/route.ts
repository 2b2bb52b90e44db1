import { randomUUID } from 'node:crypto'
import {
  answerRows,
  type Context,
  type Draft,
  permissionDenied,
  type Route,
  type RouteAnswer,
  type RouteRequest,
  timestamp,
  type UploadedDraft,
  type WriteContext,
} from '@parley/server'
import { z } from 'zod'
import { addressOf, type Method, type Place, placeOf } from '../files/addresses.ts'
import { largestKilobytes } from '../limits.ts'
import { kindOf } from '../media/kinds.ts'
import { insertWords } from '../media/names.ts'
import { sharesFiles } from '../rights.ts'
import { notePending, settle } from '../s3/pending.ts'
import { planSmaller } from '../smaller/job.ts'
import type { FileRow } from '../tables.ts'
import { countFiles } from '../users/counts.ts'
import { type CheckedFile, checkFile } from './check.ts'
import { cannotWrite, nothingSent } from './errors.ts'
import { baseNameOf, pathOf } from './names.ts'
import { prepareFile } from './prepare.ts'
import { snippetOf } from './snippet.ts'

/** The files of one request. */
const mostFiles = 20

const mayUpload = ({ actor }: Context) => actor.hasPermission('fof-upload.upload')

const options = z.enum(['true', 'false']).optional()

const stored = z.object({
  data: z.array(
    z.object({
      type: z.enum(['files', 'shared-files']),
      id: z.string(),
      attributes: z.record(z.string(), z.unknown()),
    }),
  ),
})

/** `POST /api/fof/upload`: stores files, all or none. */
export const uploadRoute: Route = {
  method: 'POST',
  path: '/api/fof/upload',
  uploads: {
    files: mostFiles,
    bytes: largestKilobytes * 1024,
    toDisk: { limits: ({ forum }) => ({ bytes: forum.settings.get('fof-upload.maxFileSize') * 1024 }) },
    authorize(_request, context) {
      if (!mayUpload(context) && !sharesFiles(context.actor)) throw permissionDenied()
    },
  },
  describes: {
    summary: 'Upload files',
    body: z.object({
      'files[]': z.array(z.file()),
      'options[shared]': options,
      'options[hidden]': options,
    }),
    answers: { 200: { document: stored }, 400: 'error', 403: 'error', 413: 'error', 422: 'error' },
  },
  async run(request, context) {
    const { body, drafts } = request
    const [shared, hidden] = [isOn(body['options[shared]']), isOn(body['options[hidden]'])]
    const sent = drafts.filter(({ field }) => field === 'files[]' || field === 'files')
    const options = { shared, hidden }
    const ids = await storeReceived(sent, options, context)
    return answerFiles(request, options, ids, context)
  },
}

/**
 * Checks received files, and stores them, all or none. @returns the ids of their rows.
 * @throws 403 without the right, 400 without a file, 422 for a file that may not be stored, 500 where it cannot be.
 */
export async function storeReceived(
  sent: readonly UploadedDraft[],
  options: StoreOptions,
  context: Context,
): Promise<number[]> {
  if (options.shared ? !sharesFiles(context.actor) : !mayUpload(context)) throw permissionDenied()
  if (sent.length === 0) throw nothingSent(context)
  const checked: CheckedFile[] = []
  for (const draft of sent) checked.push(await checkFile(draft, context))
  return storeFiles(checked, options, context)
}

/** Answers with stored files. */
export function answerFiles(
  request: RouteRequest,
  { shared }: StoreOptions,
  ids: readonly number[],
  context: Context,
): Promise<RouteAnswer> {
  const type = shared ? 'shared-files' : 'files'
  return answerRows(
    { ...request, document: { type } },
    { ...context, cache: new Map(), isCommitted: true },
    ids,
  )
}

/** `true`, in a form or as JSON has it. */
function isOn(value: unknown): boolean {
  return value === true || value === 'true'
}

/** How files are stored. */
export interface StoreOptions {
  shared: boolean
  hidden: boolean
}

/** Stores the bytes of files, then their rows. Nothing stays if anything fails. @returns the ids of the rows. */
async function storeFiles(
  checked: readonly CheckedFile[],
  options: StoreOptions,
  context: Context,
): Promise<number[]> {
  const made: Draft[] = []
  const written: Place[] = []
  const rows: NewFile[] = []
  let isStoring = false
  try {
    for (const file of checked) {
      const { bytes, facts } = await prepareFile(file, context)
      made.push(bytes)
      const text = await snippetOf(file, bytes.location)
      const { width = null, height = null } = facts ?? {}
      rows.push({ ...rowOf(file, options, context), width, height, ...text })
    }
    const pending = rows.filter((row) => row.upload_method === 'aws-s3').map(({ path }) => path)
    if (pending.length > 0) await context.forum.write(context, (writing) => notePending(pending, writing))
    for (const [index, row] of rows.entries()) {
      const place = placeOf(row.upload_method, row.path, context)
      if (!place) throw cannotWrite(context)
      written.push(place)
      await place.store.write(place.path, made[index] as Draft).catch((cause: unknown) => {
        throw cannotWrite(context, cause)
      })
    }
    isStoring = true
    return await context.forum.write(context, async (writing) => {
      await settle(pending, writing)
      return insertRows(rows, writing)
    })
  } catch (error) {
    await Promise.allSettled(made.map((draft) => draft.discard()))
    // Where it is not known whether the rows are stored, cleaning decides.
    const isKnown = !isStoring || (await areMissing(rows, context).catch(() => false))
    if (isKnown) await Promise.allSettled(written.map(({ store, path }) => store.delete(path)))
    throw error
  }
}

/** Whether none of these rows is stored. */
async function areMissing(rows: readonly NewFile[], { forum }: Context): Promise<boolean> {
  const uuids = rows.map(({ uuid }) => uuid)
  const stored = await forum.database.read
    .selectFrom('fof_upload_files')
    .select('id')
    .where('uuid', 'in', uuids)
    .executeTakeFirst()
  return stored === undefined
}

type NewFile = Omit<FileRow, 'id' | 'path' | 'upload_method'> & { path: string; upload_method: Method }

type Examined = 'width' | 'height' | 'snippet' | 'is_longer'

function rowOf(
  { name, extension, type, draft, rule }: CheckedFile,
  options: StoreOptions,
  context: Context,
): Omit<NewFile, Examined> {
  const uuid = randomUUID()
  const base_name = baseNameOf(name, extension, uuid)
  const path = pathOf(base_name, context.now)
  // A shared file that is hidden has no address, whatever keeps the others.
  const method = options.shared && options.hidden ? 'private-shared' : rule.adapter
  return {
    ...options,
    ...{ uuid, base_name, path, type, size: draft.size },
    actor_id: options.shared ? null : context.actor.id,
    url: addressOf({ method, path, uuid }, context),
    upload_method: method,
    created_at: timestamp(context),
    remote_id: null,
    tag: rule.template,
    removing_at: null,
    kind: kindOf(type),
    widths: null,
  }
}

async function insertRows(rows: readonly NewFile[], context: WriteContext): Promise<number[]> {
  const ids: number[] = []
  for (const row of rows) {
    const { id } = await context.db
      .insertInto('fof_upload_files')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    await insertWords(context, [{ ...row, id }])
    await planSmaller({ ...row, id }, context)
  }
  const [first] = rows
  if (first) countFiles(context, first.actor_id, { all: rows.length, shown: first.hidden ? 0 : rows.length })
  return ids
}
