import type {} from '@parley/shared'

/** A file, as the API names its attributes. */
export interface StoredFile {
  /** Its name: letters without accents, digits, dashes, and an extension. */
  baseName: string
  /** Below the folder of all uploads: `2026-05-01/1777593600-123456-cat.png`. */
  path: string | null
  /** Its address; of a hidden shared file that of its download. */
  url: string
  /** Media type. */
  type: string
  /** Bytes that were uploaded. */
  size: number
  /** The size for people: `20kB`. */
  humanSize: string
  createdAt: string
  uuid: string
  /** The template that wrote `bbcode`. */
  tag: string | null
  /** Whether it is left out of lists; a shared one is also without an address for all. */
  hidden: boolean
  /** What puts the file into a text; null if the template is gone. */
  bbcode: string | null
  shared: boolean
  /** The widths of smaller pictures, in pixels. */
  widths: readonly number[]
  canViewInfo: boolean
  canHide: boolean
  canDelete: boolean
}

/** A file without an owner, which all may use. */
export interface SharedFile extends StoredFile {
  isPrivateShared: boolean
}

/** Width and height of pictures in pixels, and the widths of smaller ones, by uuid. */
export type PictureSizes = Readonly<
  Record<string, readonly [width: number, height: number, ...smaller: number[]]>
>

/** The path or address of a smaller picture, a WebP. */
export function smallerName(original: string, width: number): string {
  return `${original}.w${width}.webp`
}

/** Where files are kept. */
export const uploadMethods = ['local', 'aws-s3'] as const

/** The templates of what puts a file into a text. */
export const templates = [
  ...(['file', 'image', 'image-preview', 'text-preview'] as const),
  ...(['just-url', 'markdown-image', 'bbcode-image'] as const),
]

export type Template = (typeof templates)[number]

/** Places of the watermark on a picture. */
export const watermarkPositions = [
  ...(['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const),
  ...(['center', 'left', 'top', 'right', 'bottom'] as const),
]
/** What files are for people; all others are `other`. */
export const fileKinds = ['image', 'audio', 'video', 'other'] as const

export type FileKind = (typeof fileKinds)[number]

/** Which buttons the composer has. */
export const composerButtons = ['both', 'upload-btn', 'media-btn'] as const

declare module '@parley/shared' {
  interface Resources {
    files: StoredFile
    'shared-files': SharedFile
  }

  interface Forum {
    'fof-upload.canUpload'?: boolean
    'fof-upload.canDownload'?: boolean
    'fof-upload.composerButtonVisiblity'?: (typeof composerButtons)[number]
    /** The address of the watermark; absent without one. */
    'fof-watermarkUrl'?: string
  }

  interface Post {
    /** Of the uploaded pictures in the text, whose size is known; absent without any. */
    uploadSizes?: PictureSizes
  }

  interface User {
    /** How many files the user has uploaded. */
    'fof-upload-uploadCountAll'?: number | null
    /** How many of them are not hidden. */
    'fof-upload-uploadCountCurrent'?: number | null
    /** Of the viewer, and only if true. */
    'fof-upload-viewOthersMediaLibrary'?: boolean
    'fof-upload-deleteOthersMediaLibrary'?: boolean
    'fof-upload-uploadSharedFiles'?: boolean
    'fof-upload-accessSharedFiles'?: boolean
  }
}
