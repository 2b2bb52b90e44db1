import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Network } from './network.ts'

/** What another site has cannot or may not be fetched. */
export class Unfetchable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unfetchable'
  }
}

/** What is sent to another site. */
export interface PublicRequest {
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

/**
 * Reads an address that may be asked: of http or https, at port 80 or 443, with a named host and without credentials.
 * @param base the address that has named it.
 * @throws Unfetchable
 */
export function readAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url) throw new Unfetchable('The address is invalid')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Unfetchable('The address is neither http nor https')
  if (url.username !== '' || url.password !== '') throw new Unfetchable('The address contains credentials')
  if (!['', '80', '443'].includes(url.port)) throw new Unfetchable('The port is neither 80 nor 443')
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new Unfetchable('The host has no name')
  return url
}

/**
 * Connects to an address of `readAddress`, if all addresses of its host are public, and sends a request. Each connection resolves
 * the name once and goes to what was checked, against DNS rebinding.
 * @returns the answer, whatever its status, before its body. @throws Unfetchable
 */
export function send(
  network: Network,
  url: URL,
  { signal, request: { method, headers, body } }: { signal: AbortSignal; request: PublicRequest },
): Promise<IncomingMessage> {
  if (network.isOff) return Promise.reject(new Unfetchable('The network is off'))
  const lookup: LookupFunction = (host, { all }, done) => {
    publicAddresses(network, host).then(
      (found) => (all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Error) => done(error, ''),
    )
  }
  const isSecure = url.protocol === 'https:'
  const start = isSecure ? requestHttps : requestHttp
  const length: OutgoingHttpHeaders = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    // A new connection: a pooled one may have been checked under another name.
    const options = {
      agent: false,
      lookup,
      signal,
      method,
      headers: { ...headers, host: url.host, ...length },
    }
    start(url, { ...options, ...(isSecure ? network.https : network.http) }, resolve)
      .on('error', (error) => reject(asUnfetchable(error)))
      // A switch to another protocol is neither an answer nor an error.
      .on('close', () => reject(new Unfetchable('The connection closed without an answer')))
      .end(body)
  })
}

async function publicAddresses(network: Network, host: string) {
  const addresses = await network.lookup(host)
  if (addresses.length === 0 || !addresses.every(({ address }) => network.isPublic(address)))
    throw new Unfetchable('The host is not public')
  return addresses
}

/** An error of the connection as `Unfetchable`. */
export function asUnfetchable(error: unknown): Unfetchable {
  return error instanceof Unfetchable ? error : new Unfetchable('The connection failed', { cause: error })
}
