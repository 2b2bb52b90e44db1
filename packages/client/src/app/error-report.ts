import type { Api } from '../store/api.ts'

/** Matches the first place of a stack that is a file of the client: `index-x1.js:10:200`. */
const place = /([\w.-]{1,100}\.(?:js|tsx?):\d{1,7}:\d{1,7})/

/**
 * Tells the forum that an extension failed: what kind of error at which place of the code. Messages stay here: they
 * could contain what the reader has typed.
 */
export function sendErrorReport(api: Api, extension: string, error: unknown): void {
  const { name = 'Error', stack = '' } = error instanceof Error ? error : {}
  const [found = ''] = place.exec(stack) ?? []
  const body = { extension, name, place: found }
  // The report is for administrators: the reader learns nothing if it fails.
  api.request('/extension-errors', { method: 'POST', body, isBackground: true }).catch(() => {})
}
