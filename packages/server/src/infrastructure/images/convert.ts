import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { decodeBmp } from './bmp.ts'
import {
  type PictureEncoding,
  type PictureFacts,
  type PictureSize,
  UnreadablePicture,
  watermarkPositions,
} from './picture-request.ts'

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

/** As `encodePicture`, in this process. */
export async function encode(from: string, to: string, encoding: PictureEncoding): Promise<PictureFacts> {
  const { picture, facts } = await openFile(from)
  const { width, height } = facts
  const { box = Number.POSITIVE_INFINITY, width: most = box, asWebp, watermark } = encoding
  const scale = Math.min(1, Math.min(box, most) / width, box / height)
  const size = {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  }
  const upright = picture.autoOrient()
  const shrunk = scale < 1 ? upright.resize({ ...size, fit: 'fill' }) : upright
  try {
    const marked = watermark
      ? shrunk.composite([
          {
            input: await convert(watermark.bytes, { within: size }),
            gravity: watermarkPositions[watermark.position],
          },
        ])
      : shrunk
    await encodedAs(asWebp ? 'image/webp' : facts.type, marked).toFile(to)
  } catch (cause) {
    throw new UnreadablePicture({ cause })
  }
  return { ...facts, ...(asWebp && { type: 'image/webp' }), ...size }
}

function encodedAs(type: string, picture: Sharp): Sharp {
  if (type === 'image/webp') return picture.webp({ quality: 82 })
  return type === 'image/jpeg' ? picture.jpeg({ quality: 90 }) : picture.png()
}

/** As `examinePicture`, in this process. */
export async function examine(from: string): Promise<PictureFacts> {
  const { picture, facts } = await openFile(from)
  // All of it has to be a picture, not only its beginning.
  await picture.stats().catch((cause) => {
    throw new UnreadablePicture({ cause })
  })
  return facts
}

/** Opens a file of a type that the decoder knows. A BMP is none of them. */
async function openFile(from: string): Promise<{ picture: Sharp; facts: PictureFacts }> {
  const type = (await fileTypeFromFile(from))?.mime ?? ''
  const { picture, found } = await openDetected(from, type)
  const { width, height } = found.autoOrient
  return { picture, facts: { type, width, height } }
}

function resized(picture: Sharp, size: PictureSize): Sharp {
  const upright = picture.autoOrient()
  if ('stretch' in size) return upright.resize({ ...size.stretch, fit: 'fill' })
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
  return (await openDetected(bytes, type)).picture
}

async function openDetected(
  source: Uint8Array | string,
  type: string,
): Promise<{ picture: Sharp; found: Metadata }> {
  const format = formats.get(type)
  if (format === undefined) throw new UnreadablePicture()
  const picture = sharp(source, { failOn: 'error', limitInputPixels: maximumPixels })
  // The decoder detects the format itself; it must agree with the detected media type.
  const found = await picture.metadata().catch((cause) => {
    throw new UnreadablePicture({ cause })
  })
  if (found.format !== format || decodedBytes(found) > maximumDecodedBytes) throw new UnreadablePicture()
  return { picture, found }
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
