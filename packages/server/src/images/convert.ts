import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { Turns } from '../turns.ts'
import { decodeBmp } from './bmp.ts'
import { type PictureSize, UnreadablePicture } from './pictures.ts'

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
const maximumSeconds = 10
/** Decoding borrows the threads that files and passwords need too. */
const turns = new Turns(2)

sharp.cache(false)
sharp.concurrency(1)

/** As `makePng`. */
export function convert(bytes: Uint8Array, size: PictureSize): Promise<Buffer> {
  return turns.run(async () => {
    const picture = await openPicture(bytes)
    try {
      return await resized(picture, size).png().timeout({ seconds: maximumSeconds }).toBuffer()
    } catch (cause) {
      throw new UnreadablePicture({ cause })
    }
  })
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
  if (found.format !== format) throw new UnreadablePicture()
  return picture
}
