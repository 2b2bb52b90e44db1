import { validationError } from '../../infrastructure/errors.ts'
import { isFilePath } from '../../infrastructure/files/file-store.ts'
import { makePng, type PictureSize, UnreadablePicture } from '../../infrastructure/images/pictures.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { problemOf } from '../../infrastructure/schema/problems.ts'
import type { FailedRule } from '../../infrastructure/schema/values.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { UploadedFile } from '../../points/requests/uploads.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
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

/**
 * Stores an upload as a picture; deletes the previous file after commit (api-core 3.11).
 * @returns the path of the new file.
 */
export async function putPicture(
  context: Context,
  picture: Picture,
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
  const path = `${picture.path}-${randomText(8).toLowerCase()}.png`
  await files.write(path, png)
  try {
    await context.forum.write(context, (writing) => replace(writing, picture, path))
  } catch (error) {
    await files.delete(path)
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
