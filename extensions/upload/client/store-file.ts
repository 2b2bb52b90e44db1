import type { App } from '@parley/client'
import type { CollectionDocument } from '@parley/shared'
import { filesOf, type MediaFile } from './media/library.ts'

/** Files above so many bytes are sent in pieces, so that a lost connection costs little. */
const largestAtOnce = 10 * 1024 * 1024

/** How a file is stored. */
export interface StoreOptions {
  shared?: boolean
  hidden?: boolean
}

interface Sending {
  options?: StoreOptions
  signal: AbortSignal
  /** @param share from 0 to 1. */
  onProgress: (share: number) => void
  /** Sends a form to the API by POST, with the same progress and signal. */
  send: <T>(path: string, form: FormData) => Promise<T>
}

/** Stores a file. @returns what is stored. @throws ApiError, AbortError. */
export async function storeFile(
  app: Pick<App, 'api'>,
  file: File,
  { options = {}, signal, onProgress, send }: Sending,
): Promise<MediaFile[]> {
  if (file.size > largestAtOnce) {
    const { sendInPieces } = await import('./send-in-pieces.ts')
    const id = await sendInPieces(app, file, { signal, onProgress })
    const body = { name: file.name, ...options }
    const path = `/upload/resumable/${id}/file`
    const request = { method: 'POST', body, signal, isBackground: true } as const
    return filesOf((await app.api.request<CollectionDocument>(path, request)).data)
  }
  const body = new FormData()
  body.append('files[]', file)
  for (const [name, value] of Object.entries(options)) body.append(`options[${name}]`, String(value))
  return filesOf((await send<CollectionDocument>('/fof/upload', body)).data)
}
