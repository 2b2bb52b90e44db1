/** The sides of icons, in pixels (api-extensions 23). */
export const iconSizes = [48, 72, 96, 144, 196, 256, 512] as const

export type IconSize = (typeof iconSizes)[number]

/** What the server tells the worker, beside its text. Paths are below that of the forum. */
export interface WorkerValues {
  /** The version of the client. */
  readonly build: string
  /** Files that every page needs. */
  readonly shell: readonly string[]
  /** Files that pages load on demand. */
  readonly chunks: readonly string[]
  /** The files with the texts of a language, by its code. */
  readonly texts: Readonly<Record<string, readonly string[]>>
  /** What the page without a connection shows besides: paths, and addresses. */
  readonly others: readonly string[]
}

/** What a page tells the worker once it is complete: keep what pages load on demand. */
export interface KeepMessage {
  readonly type: 'keep'
  /** The language of the page. */
  readonly locale: string
  /** The version of its client: a worker of another one has other files. */
  readonly build: string | undefined
}

/** What a push says (api-extensions 28.9). */
export interface PushMessage {
  readonly title: string
  readonly content: string
  /** The address of the page that it is about. */
  readonly link: string
  /** Addresses of pictures. */
  readonly badge?: string
  readonly icon?: string
}

/** The addresses of icons, where they were uploaded. */
type IconAddresses = Partial<Record<`pwa-icon-${IconSize}x${IconSize}Url`, string>>

declare module '@parley/shared' {
  interface Forum extends IconAddresses {
    /** The key of pushes; empty until an administrator has made one. */
    vapidPublicKey?: string
  }
}
