import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { decodeBmp } from './bmp.ts'
import { type PictureSize, UnreadablePicture } from './picture-call.ts'

/** Media types of pictures that are taken, and what the decoder calls them. */
const formats: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'heif'],
])

/** A few bytes can claim any size: nothing larger is unpacked. Cameras make up to 50 megapixels. */
const maximumPixels = 50_000_000
/** Nor anything that takes more memory: a photo of that size may have 16 bits per colour. */
const maximumDecodedBytes = 6 * maximumPixels

sharp.cache(false)
sharp.concurrency(1)

/** As `makePng`, in this process. */
export async function convert(bytes: Uint8Array, size: PictureSize): Promise<Buffer> {
  const picture = await openPicture(bytes)
  try {
    return await resized(picture, size).png().toBuffer()
  } catch (cause) {
    throw new UnreadablePicture({ cause })
  }
}

function resized(picture: Sharp, size: PictureSize): Sharp {
  const upright = picture.autoOrient()
  return 'fill' in size
    ? upright.resize({ ...size.fill, fit: 'cover', position: 'centre' })
    : upright.resize({ ...size.within, fit: 'inside', withoutEnlargement: true })
}

async function openPicture(bytes: Uint8Array): Promise<Sharp> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  if (type === 'image/bmp') {
    const pixels = decodeBmp(bytes, maximumPixels)
    if (!pixels) throw new UnreadablePicture()
    const { data, width, height } = pixels
    return sharp(data, { raw: { width, height, channels: 4 } })
  }
  const format = formats.get(type)
  if (format === undefined) throw new UnreadablePicture()
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: maximumPixels })
  // The decoder judges for itself; what it takes the file for must be what we allow.
  const found = await picture.metadata().catch((cause) => {
    throw new UnreadablePicture({ cause })
  })
  if (found.format !== format || decodedBytes(found) > maximumDecodedBytes) throw new UnreadablePicture()
  return picture
}

const bytesPerSample: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }

/**
 * Memory that a picture takes while it is unpacked, in bytes, by its header. Interlaced and progressive ones are put together
 * from layers that are kept besides; the decoder of AVIF keeps several copies.
 */
export function decodedBytes(header: PictureHeader): number {
  const { width, height, channels, depth, isProgressive, format } = header
  const copies = format === 'heif' ? 6 : isProgressive ? 2 : 1
  return width * height * channels * (bytesPerSample[depth] ?? 8) * copies
}

/** What decides how much memory a picture takes. */
export type PictureHeader = Pick<
  Metadata,
  'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'format'
>
