import type { App, StoreRecord } from '@parley/client'

/** Whether the viewer sees the list of a user's files: those who see the files of others, and the user, if there are any. */
export function seesUploads({ forum, store, userId }: App, user: StoreRecord<'users'>): boolean {
  const viewer = userId === undefined ? undefined : store.get('users', userId)
  if (viewer?.['fof-upload-viewOthersMediaLibrary']) return true
  const hasSome = (user['fof-upload-uploadCountAll'] ?? 0) > 0
  return user.id === userId && (forum['fof-upload.canUpload'] === true || hasSome)
}
