import type { Field, UserRow } from '@parley/server'

/** An attribute that the viewer has of themself, and only if it is true. */
function ownRight(permission: string): Field<UserRow> {
  return {
    form: 'current',
    json: 'boolean',
    visible: ({ id }, { actor }) => id === actor.id && actor.hasPermission(permission),
    get: () => true,
  }
}

/** What users show of uploads (api-extensions 16). */
export const userFields: Record<string, Field<UserRow>> = {
  'fof-upload-uploadCountAll': { column: 'upload_count', json: 'integer' },
  'fof-upload-uploadCountCurrent': { column: 'visible_upload_count', json: 'integer' },
  'fof-upload-viewOthersMediaLibrary': ownRight('fof-upload.viewUserUploads'),
  'fof-upload-deleteOthersMediaLibrary': ownRight('fof-upload.deleteUserUploads'),
  'fof-upload-uploadSharedFiles': ownRight('fof-upload.upload-shared-files'),
  'fof-upload-accessSharedFiles': ownRight('fof-upload.access-shared-files'),
}
