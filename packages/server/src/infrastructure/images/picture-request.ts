/** The bytes are no picture of an accepted kind, or one too large to decode. */
export class UnreadablePicture extends Error {
  constructor(options?: ErrorOptions) {
    super('Not a picture that can be read', options)
    this.name = 'UnreadablePicture'
  }
}

/** The size of the result in pixels: the picture is cropped to fill a box, or shrunk to fit into one. */
export type PictureSize =
  | { fill: { width: number; height: number } }
  | { within: { width?: number; height?: number } }

/** A request to convert a file. */
export interface PictureCall {
  bytes: Uint8Array
  size: PictureSize
}

/** The PNG; undefined if the file cannot be decoded. */
export type PictureAnswer = Uint8Array | undefined
