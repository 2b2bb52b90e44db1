import { type Context, defineError, type ForumError, translatorOf, validationError } from '@parley/server'

const notWritten = defineError('fof-upload.cannot_write_to_disk', 500)
const noFiles = defineError('fof-upload.no_files_made_it_to_upload', 400)

/** Why files are refused: the last part of the key of the message. */
export type Refusal = 'forbidden_type' | 'unsupported_type' | 'could_not_detect_mime' | 'not_intact'

/** Refuses a file. The message names it. */
export function refusal(reason: Refusal, name: string, context: Context): ForumError {
  const detail = translatorOf(context)(`upload.api.upload_errors.${reason}`, { file: name })
  return validationError({ problems: [{ detail, pointer: '/data/attributes/upload' }] })
}

/** Refuses a file that is larger than the setting allows. */
export function tooLarge(name: string, context: Context): ForumError {
  const kilobytes = context.forum.settings.get('fof-upload.maxFileSize')
  const detail = translatorOf(context)('upload.forum.validation.max_size', { file: name, max: kilobytes })
  return validationError({ problems: [{ detail, pointer: '/data/attributes/file' }] })
}

/** Refuses a request without files. */
export function nothingSent(context: Context): ForumError {
  const detail = translatorOf(context)('upload.api.upload_errors.no_files_made_it_to_upload')
  return noFiles({ problems: [{ detail, pointer: '/data/attributes/upload' }] })
}

/** Says that the bytes of a file could not be stored. */
export function cannotWrite(context: Context, cause?: unknown): ForumError {
  const detail = translatorOf(context)('upload.api.upload_errors.cannot_write_to_disk')
  return notWritten({ problems: [{ detail, pointer: '/data/attributes/upload' }], cause })
}
