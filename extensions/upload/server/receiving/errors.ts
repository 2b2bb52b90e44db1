import { type Context, defineError, type ForumError, translatorOf, validationError } from '@parley/server'

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
