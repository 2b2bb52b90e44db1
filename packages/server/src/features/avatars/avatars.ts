import { lockRow } from '../../engine/jsonapi/rows.ts'
import { notFound, validationError } from '../../infrastructure/errors.ts'
import { isFilePath } from '../../infrastructure/files/file-store.ts'
import { makePng, UnreadablePicture } from '../../infrastructure/images/pictures.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { problemOf } from '../../infrastructure/schema/problems.ts'
import type { FailedRule } from '../../infrastructure/schema/values.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { UploadedFile } from '../../points/requests/uploads.ts'
import { isOwnAction, writeAuditEntry } from '../audit/write-entry.ts'
import { userTarget } from '../users/audit.ts'
import type { UserRow } from '../users/table.ts'

const sideLength = 100
const maximumKilobytes = 2048
/** File name extensions in the error message. */
const namedExtensions = 'jpg, jpeg, png, bmp, gif, webp, avif'
const acceptedTypes =
  /^image\/(?:jpeg|jpg|pjpeg|png|x-png|apng|gif|webp|avif|bmp|x-bmp|x-ms-bmp|x-bitmap|x-windows-bmp|x-win-bitmap)$/i
const programExtensions = /\.(?:php[345]?|phtml)$/i

/**
 * Makes an avatar of a picture and stores its file. The caller then calls `setAvatar`, or `discardAvatar` on failure.
 * @param field the name that a validation error points at.
 * @returns the file's name, for `users.avatar_url`.
 */
export async function storeAvatar(context: Context, bytes: Uint8Array, field = 'avatar'): Promise<string> {
  if (bytes.length > maximumKilobytes * 1024) {
    throw uploadError(context, { rule: 'max.file', values: { max: maximumKilobytes } }, field)
  }
  const { actor, client } = context
  const by = actor.isGuest ? (client?.ip ?? '') : `account ${actor.id}`
  const png = await makePng(bytes, { fill: { width: sideLength, height: sideLength } }, by).catch((error) => {
    throw error instanceof UnreadablePicture ? uploadError(context, 'image', field) : error
  })
  const name = `${randomText(16)}.png`
  await context.forum.files.write(pathOf(name), png)
  return name
}

/** As `storeAvatar`, for an upload: also checks presence, name and type (api-core 4.3). */
export async function storeUploadedAvatar(context: Context, file: UploadedFile | undefined): Promise<string> {
  if (!file) throw uploadError(context, 'required')
  if (programExtensions.test(file.name) || !acceptedTypes.test(file.type)) {
    throw uploadError(context, { rule: 'mimes', values: { values: namedExtensions } })
  }
  return storeAvatar(context, file.bytes)
}

/** Sets or removes an account's avatar; deletes the old file after commit. 404 if the account does not exist. */
export async function setAvatar(context: WriteContext, userId: number, name: string | null): Promise<void> {
  await lockRow(context, 'users', userId)
  const user = await context.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) throw notFound()
  if (user.avatar_url === name) return
  await context.db.updateTable('users').set({ avatar_url: name }).where('id', '=', userId).execute()
  if (!isOwnAction(context, userId)) {
    const target = userTarget({ ...user, group_ids: [] }, context)
    await writeAuditEntry(context, name === null ? 'user.pictureRemoved' : 'user.pictureChanged', { target })
  }
  await context.emit('resource.changed', { type: 'users', id: userId })
  dropAvatar(context, user)
}

/** Deletes the file of a replaced or removed avatar after commit. */
export function dropAvatar(context: WriteContext, { avatar_url: name }: Pick<UserRow, 'avatar_url'>): void {
  if (name) context.afterCommit(() => discardAvatar(context, name))
}

/** Deletes a stored avatar that no account uses; ignores URLs of other sites. */
export async function discardAvatar({ forum }: Context, name: string): Promise<void> {
  const path = pathOf(name)
  if (isFilePath(path) && !name.includes('/')) await forum.files.delete(path)
}

function pathOf(name: string): string {
  return `avatars/${name}`
}

function uploadError(context: Context, rule: string | FailedRule, field = 'avatar') {
  return validationError({ problems: [problemOf(rule, field, translatorOf(context))] })
}
