import {
  type Context,
  type Draft,
  encodePicture,
  type PictureEncoding,
  type PictureFacts,
  UnreadablePicture,
} from '@parley/server'
import { cleanDrawing } from '../examining/examine.ts'
import type { CheckedFile } from './check.ts'
import { emptyDraft } from './empty-draft.ts'
import { refusal } from './errors.ts'

/** The bytes that are stored. */
export interface PreparedFile {
  bytes: Draft
  /** Of a picture that the forum decodes. */
  facts?: PictureFacts
}

/**
 * Makes the bytes that are stored: JPEG and PNG are encoded again, drawings are cleaned, everything else stays as it came.
 * @throws 422 for what cannot be.
 */
export async function prepareFile(file: CheckedFile, context: Context): Promise<PreparedFile> {
  const { type, draft, facts } = file
  const isEncoded = type === 'image/jpeg' || type === 'image/png'
  if (!isEncoded && type !== 'image/svg+xml') return { bytes: draft, ...(facts && { facts }) }
  const { files } = context.forum
  const made = await emptyDraft(files)
  try {
    if (isEncoded) {
      const encoded = await encode(draft.location, made.location, context)
      if (encoded) return { bytes: made, facts: encoded }
    } else if (
      await cleanDrawing(
        {
          from: draft.location,
          to: made.location,
          animates: context.forum.settings.get('fof-upload.svgAnimateAllowed'),
        },
        context,
      )
    )
      return { bytes: made }
    throw refusal('not_intact', file.name, context)
  } catch (error) {
    await made.discard()
    throw error
  }
}

async function encode(from: string, to: string, context: Context): Promise<PictureFacts | undefined> {
  try {
    return await encodePicture(from, to, await encodingOf(context), `account ${context.actor.id}`)
  } catch (error) {
    if (error instanceof UnreadablePicture) return undefined
    throw error
  }
}

/** How the settings want pictures. */
async function encodingOf({ forum: { settings, files } }: Context): Promise<PictureEncoding> {
  const path = settings.get('fof-watermark_path')
  const bytes = settings.get('fof-upload.addsWatermarks') && path ? await files.read(path) : undefined
  return {
    ...(settings.get('fof-upload.mustResize') && { box: settings.get('fof-upload.resizeMaxWidth') }),
    ...(bytes && { watermark: { bytes, position: settings.get('fof-upload.watermarkPosition') } }),
  }
}
