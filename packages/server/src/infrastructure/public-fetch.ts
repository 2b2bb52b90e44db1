import { lookup as lookUp } from 'node:dns/promises'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The access to other sites. */
export interface Network {
  /** Resolves the addresses of a host; rejects if it has none. */
  lookup(host: string): Promise<{ address: string; family: number }[]>
  /** Whether an address may be connected to. */
  isPublic(address: string): boolean
  /** Where connections by https go in place of their port, and the certificate authority they trust; for tests. */
  readonly https?: { readonly port: number; readonly ca: string }
}

/** The public internet, without addresses inside the forum's own network. */
export const internet: Network = {
  lookup: (host) => lookUp(host, { all: true }),
  // The library's name for addresses outside the private, local, multicast and reserved ranges.
  isPublic: (address) => ipaddr.process(address).range() === 'unicast',
}

/** A file of another site cannot or may not be fetched. */
export class Unfetchable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unfetchable'
  }
}

export interface FetchLimits {
  maximumBytes: number
  /** For the whole fetch, including redirects. */
  seconds: number
}

/** What is sent to another site. */
export interface PublicRequest {
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

/** What another site answers, whatever the status. */
export interface PublicAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Its first `maximumBytes` bytes. */
  body: Buffer
}

const maximumRedirects = 3

/**
 * Fetches a file from an untrusted address: by http or https, from a named host whose addresses are all public. Checks
 * them for each connection, against server-side request forgery by redirects and DNS rebinding. Rejects with
 * `Unfetchable`.
 */
export async function fetchPublic(network: Network, address: string, limits: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.seconds * 1000)
  let url = parse(address)
  try {
    for (let redirects = 0; redirects <= maximumRedirects; redirects++) {
      const response = await open(network, url, { signal, request: getPicture })
      const { statusCode = 0, headers } = response
      if (statusCode === 200) return await readAll(response, limits.maximumBytes)
      response.destroy()
      if (statusCode < 300 || statusCode > 399 || headers.location === undefined)
        throw new Unfetchable(`The answer was ${statusCode}`)
      url = parse(headers.location, url)
    }
  } catch (error) {
    throw error instanceof Unfetchable ? error : new Unfetchable('The connection failed', { cause: error })
  }
  throw new Unfetchable('There were too many redirects')
}

const getPicture: PublicRequest = { method: 'GET', headers: { accept: 'image/*' } }

/**
 * Sends one request to an untrusted address, under the rules of `fetchPublic`. Redirects are answers like others. Rejects with
 * `Unfetchable` without an answer in time, or when `stop` is aborted.
 */
export async function requestPublic(
  network: Network,
  address: string,
  { maximumBytes, seconds, stop, ...request }: PublicRequest & FetchLimits & { stop?: AbortSignal },
): Promise<PublicAnswer> {
  const url = parse(address)
  const timeout = AbortSignal.timeout(seconds * 1000)
  const signal = stop ? AbortSignal.any([timeout, stop]) : timeout
  try {
    const response = await open(network, url, { signal, request })
    const { statusCode: status = 0, headers } = response
    return { status, headers, body: await readStart(response, maximumBytes) }
  } catch (error) {
    throw error instanceof Unfetchable ? error : new Unfetchable('The connection failed', { cause: error })
  }
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new Unfetchable('The address is invalid')
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Unfetchable('The address is neither http nor https')
  if (url.username !== '' || url.password !== '') throw new Unfetchable('The address contains credentials')
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new Unfetchable('The host has no name')
  return url
}

function open(
  network: Network,
  url: URL,
  { signal, request: { method, headers, body } }: { signal: AbortSignal; request: PublicRequest },
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (host, { all }, done) => {
    publicAddresses(network, host).then(
      (found) => (all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Error) => done(error, ''),
    )
  }
  const isSecure = url.protocol === 'https:'
  const send = isSecure ? requestHttps : requestHttp
  const length: OutgoingHttpHeaders = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    // A new connection: a pooled one may have been checked under another name.
    const options = { agent: false, lookup, signal, method, headers: { ...headers, ...length } }
    send(url, { ...options, ...(isSecure && network.https) }, resolve)
      .on('error', reject)
      .end(body)
  })
}

async function publicAddresses(network: Network, host: string) {
  const addresses = await network.lookup(host)
  if (addresses.length === 0 || !addresses.every(({ address }) => network.isPublic(address)))
    throw new Unfetchable('The host is not public')
  return addresses
}

async function readAll(response: IncomingMessage, maximumBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maximumBytes) throw new Unfetchable('The file is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readStart(response: IncomingMessage, maximumBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    // The loop destroys the response.
    if (length >= maximumBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maximumBytes)
}
