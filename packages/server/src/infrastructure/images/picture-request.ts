/** The bytes are no picture of an accepted kind, or one too large to decode. */
export class UnreadablePicture extends Error {
  constructor(options?: ErrorOptions) {
    super('Not a picture that can be read', options)
    this.name = 'UnreadablePicture'
  }
}

/** The size of the result in pixels: the picture is cropped or stretched to fill a box, or shrunk to fit into one. */
export type PictureSize =
  | { fill: { width: number; height: number } }
  | { stretch: { width: number; height: number } }
  | { within: { width?: number; height?: number } }

/** Where a watermark is. */
export const watermarkPositions = {
  'top-left': 'northwest',
  top: 'north',
  'top-right': 'northeast',
  left: 'west',
  center: 'centre',
  right: 'east',
  'bottom-left': 'southwest',
  bottom: 'south',
  'bottom-right': 'southeast',
} as const

export type WatermarkPosition = keyof typeof watermarkPositions

/** How a picture is encoded again. */
export interface PictureEncoding {
  /** Its largest width and height in pixels; smaller ones stay as they are. */
  box?: number
  /** Its largest width in pixels. */
  width?: number
  /** Makes it a WebP. */
  asWebp?: true
  /** A picture that is put onto it; one that is larger is shrunk to it. */
  watermark?: { bytes: Uint8Array; position: WatermarkPosition }
}

/** What a picture is. */
export interface PictureFacts {
  /** Media type. */
  type: string
  /** In pixels, upright. */
  width: number
  height: number
}

/** A request to make a PNG of bytes, to encode a file again as another file, or to examine a file. */
export type PictureCall =
  | { bytes: Uint8Array; size: PictureSize }
  | { from: string; to: string; encoding: PictureEncoding }
  | { from: string }

/** The PNG, or what the picture is; undefined if it cannot be decoded. */
export type PictureAnswer = Uint8Array | PictureFacts | undefined
