import {
  type Context,
  type Draft,
  encodePicture,
  type PictureEncoding,
  UnreadablePicture,
} from '@parley/server'
import { cleanDrawing } from '../examining/examine.ts'
import type { CheckedFile } from './check.ts'
import { refusal } from './errors.ts'

/**
 * Makes the bytes that are stored: JPEG and PNG are encoded again, drawings are cleaned, everything else stays as it came.
 * @throws 422 for what cannot be.
 */
export async function prepareFile(file: CheckedFile, context: Context): Promise<Draft> {
  const { type, draft } = file
  const isEncoded = type === 'image/jpeg' || type === 'image/png'
  if (!isEncoded && type !== 'image/svg+xml') return draft
  const { files } = context.forum
  const made = await files.receive(nothing())
  try {
    const isMade = isEncoded
      ? await encode(draft.location, made.location, context)
      : await cleanDrawing(
          {
            from: draft.location,
            to: made.location,
            animates: context.forum.settings.get('fof-upload.svgAnimateAllowed'),
          },
          context,
        )
    if (isMade) return made
    throw refusal('not_intact', file.name, context)
  } catch (error) {
    await made.discard()
    throw error
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function encode(from: string, to: string, context: Context): Promise<boolean> {
  try {
    await encodePicture(from, to, await encodingOf(context), `account ${context.actor.id}`)
    return true
  } catch (error) {
    if (error instanceof UnreadablePicture) return false
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
