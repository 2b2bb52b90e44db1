import { validationError } from '../../infrastructure/errors.ts'
import { isFilePath } from '../../infrastructure/files/file-store.ts'
import { makePng, type PictureSize, UnreadablePicture } from '../../infrastructure/images/pictures.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { problemOf } from '../../infrastructure/schema/problems.ts'
import type { FailedRule } from '../../infrastructure/schema/values.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { UploadedFile } from '../../points/requests/uploads.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
import { filesFolderOf } from '../extensions/files-folder.ts'
import { storeSettings, writeSettings } from '../settings/store.ts'

/** A picture that a setting names. */
export interface Picture {
  /** Field of the upload. */
  name: string
  setting: string
  /** How the paths of its files begin. */
  path: string
  size: PictureSize
  /** File name extensions of uploads that are refused. */
  refuses?: RegExp
  /** The audit action of a change; by default that of settings. */
  action?: 'logo.changed' | 'favicon.changed'
}

/** The forum's logo and icon, by name. */
export const forumPictures: Readonly<Record<'logo' | 'favicon', Picture>> = {
  logo: {
    name: 'logo',
    setting: 'logo_path',
    path: 'logo',
    size: { within: { height: 60 } },
    action: 'logo.changed',
  },
  favicon: {
    name: 'favicon',
    setting: 'favicon_path',
    path: 'favicon',
    size: { within: { width: 64, height: 64 } },
    refuses: /\.ico$/i,
    action: 'favicon.changed',
  },
}

/** How an upload becomes a picture. */
export interface StoredPicture {
  /** Name of the upload's field, at which errors point. */
  field: string
  /** How the path of its file begins; its end is random. */
  path: string
  size: PictureSize
  /** File name extensions of uploads that are refused. */
  refuses?: RegExp
}

/**
 * Makes a PNG of an upload and stores it as a file below `/assets`, for whatever will name it.
 * @returns the path of the file, for `forum.files`. @throws 422 without an upload and for one that is no picture.
 */
async function storePicture(
  context: Context,
  file: Pick<UploadedFile, 'name' | 'bytes'> | undefined,
  { field, path: start, size, refuses }: StoredPicture,
): Promise<string> {
  if (!file) throw uploadError(context, 'required', field)
  if (refuses?.test(file.name)) {
    throw uploadError(
      context,
      { rule: 'mimes', values: { values: 'jpg, jpeg, png, bmp, gif, webp, avif' } },
      'message',
    )
  }
  const png = await makePng(file.bytes, size, `account ${context.actor.id}`).catch((error) => {
    throw error instanceof UnreadablePicture ? uploadError(context, 'image', field) : error
  })
  const path = `${start}-${randomText(8).toLowerCase()}.png`
  await context.forum.files.write(path, png)
  return path
}

/** As `storePicture`, in the folder of an extension, which is removed with what the extension stores. */
export function storeExtensionPicture(
  context: Context,
  file: Pick<UploadedFile, 'name' | 'bytes'> | undefined,
  { extension, name, ...picture }: Omit<StoredPicture, 'path'> & { extension: string; name: string },
): Promise<string> {
  return storePicture(context, file, { ...picture, path: `${filesFolderOf(extension)}/${name}` })
}

/**
 * Stores an upload as the picture of a setting; deletes the previous file after commit (api-core 3.11).
 * @returns the path of the new file.
 */
export async function putPicture(
  context: Context,
  picture: Picture,
  file: Pick<UploadedFile, 'name' | 'bytes'> | undefined,
): Promise<string> {
  const path = await storePicture(context, file, { ...picture, field: picture.name })
  try {
    await context.forum.write(context, (writing) => replace(writing, picture, path))
  } catch (error) {
    await context.forum.files.delete(path)
    throw error
  }
  return path
}

/** Removes a picture and its file. */
export async function removePicture(context: Context, picture: Picture): Promise<void> {
  await context.forum.write(context, (writing) => replace(writing, picture, null))
}

async function replace(context: WriteContext, picture: Picture, path: string | null): Promise<void> {
  const { setting, action } = picture
  const { files, database } = context.forum
  await database.dialect.lock(context.db, setting)
  const stored = await context.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', setting)
    .executeTakeFirst()
  const previous = stored?.value ?? null
  if (previous === path) return
  if (action === undefined) {
    await writeSettings(context, { [setting]: path })
  } else {
    await storeSettings(context.db, { [setting]: path })
    await writeAuditEntry(context, action, { changes: { file: [previous, path] } })
    context.afterCommit(() => context.forum.reload())
  }
  // Another value of the setting may name a file of something else.
  if (previous?.startsWith(`${picture.path}-`) && isFilePath(previous))
    context.afterCommit(() => files.delete(previous))
}

function uploadError(context: Context, rule: string | FailedRule, field: string) {
  return validationError({ problems: [problemOf(rule, field, translatorOf(context))] })
}
