import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Budget } from '../limits/budget.ts'
import { asUnfetchable, type PublicRequest, readAddress, send, Unfetchable } from './connection.ts'
import type { Network } from './network.ts'
import { acceptedEncodings, piecesOf } from './pieces.ts'

/** The forum that asks: other sites read in their logs which one it is. */
export interface Asking {
  network: Network
  baseUrl: string
  version: string
}

export interface FetchLimits {
  maximumBytes: number
  /** For the whole fetch, including redirects. */
  seconds: number
}

/** What another site has at an address. */
export interface PublicFile {
  /** Its address, after redirects. */
  url: URL
  headers: IncomingHttpHeaders
  /** Its first `maximumBytes` bytes, decompressed. An error of the connection ends the fetch as `Unfetchable`. */
  pieces: AsyncIterable<Buffer>
}

/** What another site answers, whatever the status. */
export interface PublicAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Its first `maximumBytes` bytes. */
  body: Buffer
}

const maximumRedirects = 5

/** Connections of one process: few to one host, so that the forum floods none, and a slow host does not take all. */
const connections = new Budget({
  total: 16,
  perKey: 2,
  waiting: { total: 400, perKey: 60 },
  waitMs: 30_000,
})

/**
 * Reads a file from an untrusted address, under the rules of `readAddress` and `send`, which hold for each redirect alike. It sends
 * no cookies.
 * @param accept the media types, as in the header.
 * @param read gets a file of status 200, before its bytes; the connection closes when it ends.
 * @returns what `read` returns, or why there is no such file. It throws only what `read` itself throws.
 */
export async function readPublic<T>(
  { network, baseUrl, version }: Asking,
  address: string,
  { accept, maximumBytes, seconds }: FetchLimits & { accept: string },
  read: (file: PublicFile) => T | Promise<T>,
): Promise<T | Unfetchable> {
  const signal = AbortSignal.timeout(seconds * 1000)
  const headers = {
    accept,
    'accept-encoding': acceptedEncodings,
    'user-agent': `Parley/${version} (+${baseUrl})`,
  }
  const open = (url: URL) => send(network, url, { signal, request: { method: 'GET', headers } })
  const visit = async (url: URL): Promise<{ read: T } | { next: URL }> => {
    const response = await open(url)
    try {
      const next = redirectOf(response, url)
      if (next) return { next }
      return {
        read: await read({ url, headers: response.headers, pieces: piecesOf(response, maximumBytes) }),
      }
    } finally {
      response.destroy()
    }
  }
  try {
    let url = readAddress(address)
    for (let redirects = 0; redirects <= maximumRedirects; redirects++) {
      const lane = await laneOf(url, signal)
      const found = await visit(url).finally(lane.release)
      if ('read' in found) return found.read
      url = found.next
    }
    return new Unfetchable('There were too many redirects')
  } catch (error) {
    if (error instanceof Unfetchable) return error
    throw error
  }
}

/** Where a redirect leads; undefined for a file. Other answers are `Unfetchable`. */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): URL | undefined {
  if (statusCode === 200) return undefined
  if (statusCode < 300 || statusCode > 399 || location === undefined)
    throw new Unfetchable(`The answer was ${statusCode}`)
  // Sites send UTF-8, which Node reads as Latin-1.
  return readAddress(Buffer.from(location, 'latin1').toString(), url)
}

async function laneOf({ hostname }: URL, signal: AbortSignal) {
  try {
    return await connections.reserve(1, { key: hostname, signal })
  } catch (error) {
    throw asUnfetchable(error)
  }
}

/** Reads a whole file as `readPublic` does; one that is larger than its limit is `Unfetchable`. */
export function fetchPublic(
  asking: Asking,
  address: string,
  { maximumBytes, ...limits }: FetchLimits & { accept: string },
): Promise<Buffer | Unfetchable> {
  return readPublic(asking, address, { ...limits, maximumBytes: maximumBytes + 1 }, async ({ pieces }) => {
    const bytes = await allOf(pieces)
    return bytes.length > maximumBytes ? new Unfetchable('The file is too large') : bytes
  })
}

/**
 * Sends one request to an untrusted address, under the rules of `readAddress` and `send`. Redirects are answers like others.
 * @param stop ends the request when it is aborted.
 * @returns the answer, or why there is none.
 */
export async function requestPublic(
  network: Network,
  address: string,
  { maximumBytes, seconds, stop, ...request }: PublicRequest & FetchLimits & { stop?: AbortSignal },
): Promise<PublicAnswer | Unfetchable> {
  const timeout = AbortSignal.timeout(seconds * 1000)
  const signal = stop ? AbortSignal.any([timeout, stop]) : timeout
  try {
    const response = await send(network, readAddress(address), { signal, request })
    const { statusCode: status = 0, headers } = response
    return { status, headers, body: await allOf(piecesOf(response, maximumBytes)) }
  } catch (error) {
    return asUnfetchable(error)
  }
}

async function allOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
