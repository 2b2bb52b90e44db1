/** Bodies that answers with these statuses cannot have. */
const withoutBody = [204, 205, 304]

/**
 * Makes a `fetch` that tells how much of the request has been sent, which the browser's own does not.
 * @param onProgress gets the share of the body that was sent, from 0 to 1.
 */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      request.open(method, String(url))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      }
      request.onload = () => {
        const { status, statusText } = request
        const text = withoutBody.includes(status) ? null : request.responseText
        resolve(new Response(text, { status, statusText, headers: headersOf(request) }))
      }
      request.onerror = () => reject(new TypeError('The request has no answer'))
      request.onabort = () => reject(signal?.reason)
      request.onloadend = () => signal?.removeEventListener('abort', abort)
      signal?.addEventListener('abort', abort)
      request.send(body as XMLHttpRequestBodyInit | null | undefined)
    })
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name, value] = line.split(/: ?(.*)/)
    if (name && value !== undefined) headers.append(name, value)
  }
  return headers
}
