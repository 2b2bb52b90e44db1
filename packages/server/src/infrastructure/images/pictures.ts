import { BoundedProcess } from '../thread/bounded-process.ts'
import { ProcessEnded } from '../thread/isolated-process.ts'
import {
  type PictureAnswer,
  type PictureCall,
  type PictureEncoding,
  type PictureFacts,
  type PictureSize,
  UnreadablePicture,
} from './picture-request.ts'

export {
  type PictureEncoding,
  type PictureFacts,
  type PictureSize,
  UnreadablePicture,
  type WatermarkPosition,
} from './picture-request.ts'

const module = new URL('picture-process.ts', import.meta.url)

/** The process that decodes pictures. */
export const pictureProcess = new BoundedProcess<PictureCall, PictureAnswer>({
  module,
  timeLimitMs: 15_000,
  memoryBytes: 512 * 1024 ** 2,
  idleMs: 10_000,
})

/** The process that decodes pictures of other sites, which must not hold up those of members. */
const foreignPictureProcess = new BoundedProcess<PictureCall, PictureAnswer>({
  module,
  timeLimitMs: 5000,
  memoryBytes: 256 * 1024 ** 2,
  idleMs: 10_000,
})

/**
 * Converts a JPEG, PNG, GIF, WebP, AVIF or BMP, detected by its content, to a PNG: upright, without animation and
 * metadata. Converts one picture at a time, in a separate process.
 * @param by the key of the requester, for example of an account, which may have at most four pictures waiting.
 * @throws `UnreadablePicture`, also when it takes too much time or memory, and `busy` when too many wait.
 */
export async function makePng(bytes: Uint8Array, size: PictureSize, by = ''): Promise<Buffer> {
  const png = (await ask({ bytes, size }, by)) as Uint8Array
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength)
}

/**
 * Encodes a JPEG or PNG again, in its own format or as WebP, as another file: upright, without metadata, shrunk and marked as asked.
 * @param from path of the file, detected by its content; another picture becomes a PNG.
 * @param to path of the new file.
 * @returns what the new picture is. @throws as `makePng`.
 */
export async function encodePicture(
  from: string,
  to: string,
  encoding: PictureEncoding = {},
  by = '',
): Promise<PictureFacts> {
  return (await ask({ from, to, encoding }, by)) as PictureFacts
}

/** As `encodePicture`, for the picture of another site: with less time and memory, and apart from those of members. */
export async function encodeForeignPicture(
  from: string,
  to: string,
  encoding: PictureEncoding,
): Promise<PictureFacts> {
  return (await ask({ from, to, encoding }, '', foreignPictureProcess)) as PictureFacts
}

/** Decodes a whole JPEG, PNG, GIF, WebP or AVIF. @returns what it is. @throws as `makePng`. */
export async function examinePicture(from: string, by = ''): Promise<PictureFacts> {
  return (await ask({ from }, by)) as PictureFacts
}

async function ask(
  call: PictureCall,
  by: string,
  process = pictureProcess,
): Promise<NonNullable<PictureAnswer>> {
  const answer = await process.ask(call, by).catch((cause: unknown) => {
    throw cause instanceof ProcessEnded ? new UnreadablePicture({ cause }) : cause
  })
  if (!answer) throw new UnreadablePicture()
  return answer
}
