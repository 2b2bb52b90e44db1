import type { App } from '@parley/client'
import { ApiError } from '@parley/client'
import { DetailedError, Upload } from 'tus-js-client'

/** Bytes of a piece: what is sent again at most when a connection is lost. */
const pieceSize = 5 * 1024 * 1024
/** Milliseconds before a piece is sent again. */
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000]

interface Sending {
  signal: AbortSignal
  /** @param share from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Sends a large file in pieces. One that was cut off before goes on where it stopped, also after the page was left.
 * @returns the id of the upload. @throws ApiError, AbortError.
 */
export async function sendInPieces(
  { api }: Pick<App, 'api'>,
  file: File,
  { signal, onProgress }: Sending,
): Promise<string> {
  const endpoint = `${api.apiUrl}/upload/resumable`
  const headers = { 'X-CSRF-Token': await api.csrfToken() }
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      ...{ endpoint, headers, retryDelays, chunkSize: pieceSize, removeFingerprintOnSuccess: true },
      onProgress: (sent, all) => onProgress(all > 0 ? sent / all : 1),
      onError: (error) => reject(apiErrorOf(error, endpoint)),
      onSuccess: () => resolve(upload.url?.slice(upload.url.lastIndexOf('/') + 1) ?? ''),
    })
    signal.addEventListener('abort', () => {
      upload.abort(true).catch(() => {})
      reject(signal.reason)
    })
    upload.findPreviousUploads().then(([former]) => {
      if (signal.aborted) return
      if (former) upload.resumeFromPreviousUpload(former)
      upload.start()
    }, reject)
  })
}

/** As the forum’s own requests fail. */
function apiErrorOf(error: Error, url: string): ApiError {
  const status = error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0
  return new ApiError({ status, url })
}
