import { afterEach, expect, test, vi } from 'vitest'
import { Api } from '../../../store/api.ts'
import { fetchWithProgress } from './fetch-with-progress.ts'

type Listener = (event?: object) => void

/** What the browser's class does, as far as it is used. Tests give the answers. */
class FakeRequest {
  static last: FakeRequest | undefined
  readonly upload: { onprogress?: Listener } = {}
  readonly sent: Record<string, unknown> = {}
  status = 0
  statusText = ''
  responseText = ''
  responseHeaders = ''
  onload?: Listener
  onerror?: Listener
  onabort?: Listener
  onloadend?: Listener
  constructor() {
    FakeRequest.last = this
  }
  open(method: string, url: string) {
    Object.assign(this.sent, { method, url })
  }
  setRequestHeader(name: string, value: string) {
    this.sent[name] = value
  }
  send(body: unknown) {
    this.sent.body = body
  }
  abort() {
    this.onabort?.()
    this.onloadend?.()
  }
  getAllResponseHeaders() {
    return this.responseHeaders
  }
  answer(status: number, text = '', headers = '') {
    Object.assign(this, { status, responseText: text, responseHeaders: headers })
    this.onload?.()
    this.onloadend?.()
  }
}

afterEach(() => vi.unstubAllGlobals())

/** Sends a form, with the API over fake requests. */
function send(signal?: AbortSignal) {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  FakeRequest.last = undefined
  const shares: number[] = []
  const api = new Api({ apiUrl: 'https://forum.example/api', csrfToken: 'token', userId: '1' })
  const body = new FormData()
  const answer = api.request('/files', {
    method: 'POST',
    body,
    signal,
    fetch: fetchWithProgress((share) => shares.push(share)),
  })
  return { answer, body, shares }
}

const lastSent = () =>
  vi.waitFor(() => {
    if (FakeRequest.last?.sent.body === undefined) throw new Error('Nothing is sent')
    return FakeRequest.last
  })

test('a form is sent with the headers of the API, and the answer parsed; the progress is told', async () => {
  const { answer, body, shares } = send()
  const last = await lastSent()
  expect(last.sent).toMatchObject({ 'x-csrf-token': 'token', body })
  expect(last.sent).toMatchObject({ method: 'POST', url: 'https://forum.example/api/files' })
  last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  last.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
  last.answer(200, '{"data":[]}', 'content-type: application/json\r\nx-log: a: b\r\n')
  expect([await answer, shares]).toEqual([{ data: [] }, [0.25]])
})

test('empty answers, refusals, lost connections and aborted requests end as with fetch', async () => {
  const ends = async (end: (request: FakeRequest, abort: () => void) => void) => {
    const controller = new AbortController()
    const { answer } = send(controller.signal)
    end(await lastSent(), () => controller.abort())
    return answer.catch((error: unknown) => error)
  }
  expect(await ends((request) => request.answer(204))).toBe(null)
  expect(await ends((request) => request.answer(413, '<html>'))).toMatchObject({ status: 413, errors: [] })
  expect(await ends((request) => request.onerror?.())).toMatchObject({ name: 'ApiError', status: 0 })
  expect(await ends((_, abort) => abort())).toMatchObject({ name: 'AbortError' })
})
