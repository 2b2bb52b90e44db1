/** The bytes are no picture of a kind that is taken, or one too large to unpack. */
export class UnreadablePicture extends Error {
  constructor(options?: ErrorOptions) {
    super('Not a picture that can be read', options)
    this.name = 'UnreadablePicture'
  }
}

/** How large a picture becomes, in pixels: cut to fill a box, or made smaller to stay within one. */
export type PictureSize =
  | { fill: { width: number; height: number } }
  | { within: { width?: number; height?: number } }

/**
 * Makes a PNG of a JPEG, PNG, GIF, WebP, AVIF or BMP, judged by content whatever it is called: the right way up,
 * still, without anything the file held besides its pixels. Throws `UnreadablePicture`.
 */
export async function makePng(bytes: Uint8Array, size: PictureSize): Promise<Buffer> {
  // The decoders take 30 MB, which most processes never need.
  const { convert } = await import('./convert.ts')
  return convert(bytes, size)
}
