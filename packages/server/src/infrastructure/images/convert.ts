import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { decodeBmp } from './bmp.ts'
import { type PictureSize, UnreadablePicture } from './picture-request.ts'

/** Media types of accepted pictures, and the decoder's names of their formats. */
const formats: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'heif'],
])

/** Larger pictures are not decoded: a few bytes can claim any size. Cameras make up to 50 megapixels. */
const maximumPixels = 50_000_000
/** Pictures that take more memory are not decoded: a photo of the maximum size may have 16 bits per colour. */
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
  // The decoder detects the format itself; it must agree with the detected media type.
  const found = await picture.metadata().catch((cause) => {
    throw new UnreadablePicture({ cause })
  })
  if (found.format !== format || decodedBytes(found) > maximumDecodedBytes) throw new UnreadablePicture()
  return picture
}

const bytesPerSample: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }

/**
 * Estimates from its header how many bytes a picture takes while it is decoded. Interlaced and progressive ones also keep
 * their layers in memory; the decoder of AVIF keeps several copies.
 */
export function decodedBytes(header: PictureHeader): number {
  const { width, height, channels, depth, isProgressive, format } = header
  const copies = format === 'heif' ? 6 : isProgressive ? 2 : 1
  return width * height * channels * (bytesPerSample[depth] ?? 8) * copies
}

/** The properties of a picture that determine how much memory it takes. */
export type PictureHeader = Pick<
  Metadata,
  'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'format'
>
