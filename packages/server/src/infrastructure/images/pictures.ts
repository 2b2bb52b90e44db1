import { Budget } from '../limits/budget.ts'
import { IsolatedProcess, ProcessEnded } from '../thread/isolated-process.ts'
import { type PictureAnswer, type PictureCall, type PictureSize, UnreadablePicture } from './picture-call.ts'

export { type PictureSize, UnreadablePicture } from './picture-call.ts'

/** A file that waits is kept in memory: few may. */
const places = new Budget({ total: 1, perKey: 1, waiting: { total: 40, perKey: 4 }, waitMs: 30_000 })

/** Where pictures are unpacked. */
export const pictureProcess = new IsolatedProcess<PictureCall, PictureAnswer>({
  module: new URL('picture-process.ts', import.meta.url),
  timeLimitMs: 15_000,
  memoryBytes: 512 * 1024 ** 2,
  idleMs: 10_000,
})

/**
 * Makes a PNG of a JPEG, PNG, GIF, WebP, AVIF or BMP, judged by content whatever it is called: the right way up,
 * still, without anything the file held besides its pixels. One is made at a time, in a process of its own.
 * @param by who asks, an account for example: has at most four pictures waiting.
 * @throws `UnreadablePicture`, also when it takes too much time or memory, and `busy` when too many wait.
 */
export async function makePng(bytes: Uint8Array, size: PictureSize, by = ''): Promise<Buffer> {
  const png = await places
    .hold(1, () => pictureProcess.ask({ bytes, size }), { key: by })
    .catch((cause: unknown) => {
      throw cause instanceof ProcessEnded ? new UnreadablePicture({ cause }) : cause
    })
  if (!png) throw new UnreadablePicture()
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength)
}
