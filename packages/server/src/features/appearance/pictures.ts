import { validationError } from '../../infrastructure/errors.ts'
import { isFilePath } from '../../infrastructure/files/file-store.ts'
import { makePng, type PictureSize, UnreadablePicture } from '../../infrastructure/images/pictures.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { problemOf } from '../../infrastructure/schema/problems.ts'
import type { FailedRule } from '../../infrastructure/schema/values.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { UploadedFile } from '../../points/requests/uploads.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
import { storeSettings } from '../settings/store.ts'

/** A picture of the forum: the upload's field, the setting that names its file, its size. */
export interface ForumPicture {
  name: 'logo' | 'favicon'
  setting: 'logo_path' | 'favicon_path'
  size: PictureSize
  /** File name extensions of uploads that are refused. */
  refuses?: RegExp
}

/** The forum's logo and icon, by name. */
export const forumPictures: Readonly<Record<ForumPicture['name'], ForumPicture>> = {
  logo: { name: 'logo', setting: 'logo_path', size: { within: { height: 60 } } },
  favicon: {
    name: 'favicon',
    setting: 'favicon_path',
    size: { within: { width: 64, height: 64 } },
    refuses: /\.ico$/i,
  },
}

/**
 * Stores an upload as the forum's picture; deletes the previous file after commit (api-core 3.11).
 * @returns the path of the new file.
 */
export async function putPicture(
  context: Context,
  picture: ForumPicture,
  file: Pick<UploadedFile, 'name' | 'bytes'> | undefined,
): Promise<string> {
  const { files } = context.forum
  const { name, size, refuses } = picture
  if (!file) throw uploadError(context, 'required', name)
  if (refuses?.test(file.name)) {
    throw uploadError(
      context,
      { rule: 'mimes', values: { values: 'jpg, jpeg, png, bmp, gif, webp, avif' } },
      'message',
    )
  }
  const png = await makePng(file.bytes, size, `account ${context.actor.id}`).catch((error) => {
    throw error instanceof UnreadablePicture ? uploadError(context, 'image', name) : error
  })
  const path = `${name}-${randomText(8).toLowerCase()}.png`
  await files.write(path, png)
  try {
    await context.forum.write(context, (writing) => replace(writing, picture, path))
  } catch (error) {
    await files.delete(path)
    throw error
  }
  return path
}

/** Removes the forum's picture and its file. */
export async function removePicture(context: Context, picture: ForumPicture): Promise<void> {
  await context.forum.write(context, (writing) => replace(writing, picture, null))
}

async function replace(
  context: WriteContext,
  { name, setting }: ForumPicture,
  path: string | null,
): Promise<void> {
  const { files, database } = context.forum
  await database.dialect.lock(context.db, setting)
  const stored = await context.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', setting)
    .executeTakeFirst()
  const previous = stored?.value ?? null
  if (previous === path) return
  await storeSettings(context.db, { [setting]: path })
  await writeAuditEntry(context, `${name}.changed`, { changes: { file: [previous, path] } })
  context.afterCommit(() => context.forum.reload())
  if (previous && isFilePath(previous)) context.afterCommit(() => files.delete(previous))
}

function uploadError(context: Context, rule: string | FailedRule, field: string) {
  return validationError({ problems: [problemOf(rule, field, translatorOf(context))] })
}
