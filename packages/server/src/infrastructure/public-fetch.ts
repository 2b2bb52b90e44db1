import { lookup as lookUp } from 'node:dns/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** How other sites are reached. */
export interface Network {
  /** The addresses of a host; rejects when it has none. */
  lookup(host: string): Promise<{ address: string; family: number }[]>
  /** Whether an address may be connected to. */
  isPublic(address: string): boolean
}

/** What everybody can reach: nothing behind the forum's own walls. */
export const internet: Network = {
  lookup: (host) => lookUp(host, { all: true }),
  // The library's name for what is none of the private, local, multicast and reserved ranges.
  isPublic: (address) => ipaddr.process(address).range() === 'unicast',
}

/** A file of another site that cannot or may not be fetched. */
export class Unfetchable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unfetchable'
  }
}

export interface FetchLimits {
  maximumBytes: number
  /** For everything, redirects included. */
  seconds: number
}

const maximumRedirects = 3

/**
 * Fetches a file from an address that somebody gave: by http or https, from a named host whose addresses are all
 * public. They are judged at each connection, so that neither a redirect nor a name that changes its address leads
 * inside. Rejects with `Unfetchable`.
 */
export async function fetchPublic(network: Network, address: string, limits: FetchLimits): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.seconds * 1000)
  let url = parse(address)
  try {
    for (let redirects = 0; redirects <= maximumRedirects; redirects++) {
      const response = await open(network, url, signal)
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

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new Unfetchable('That is no address')
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Unfetchable('Neither http nor https')
  if (url.username !== '' || url.password !== '') throw new Unfetchable('It holds a password')
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new Unfetchable('The host has no name')
  return url
}

function open(network: Network, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const lookup: LookupFunction = (host, { all }, done) => {
    publicAddresses(network, host).then(
      (found) => (all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Error) => done(error, ''),
    )
  }
  const get = url.protocol === 'https:' ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    // A connection of its own: one that is open already was judged under another name.
    const options = { agent: false, lookup, signal, headers: { accept: 'image/*' } }
    get(url, options, resolve).on('error', reject)
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
    if (length > maximumBytes) throw new Unfetchable('It is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
