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

/** What is to become of a file. */
export interface PictureCall {
  bytes: Uint8Array
  size: PictureSize
}

/** The PNG; undefined when the file cannot be read. */
export type PictureAnswer = Uint8Array | undefined
