import { Resolver } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** The access to other sites. */
export interface Network {
  /** True if the operator has closed it: then every request is `Unfetchable`. */
  readonly isOff?: true
  /** Resolves the addresses of a host; rejects if it has none. */
  lookup(host: string): Promise<{ address: string; family: number }[]>
  /** Whether an address may be connected to. */
  isPublic(address: string): boolean
  /** Where connections by http go in place of port 80; for tests. */
  readonly http?: { readonly port: number }
  /** Where connections by https go in place of port 443, and the certificate authority they trust; for tests. */
  readonly https?: { readonly port: number; readonly ca: string }
}

/** The public internet, without addresses inside the forum's own network. */
export const internet: Network = {
  lookup: resolve,
  isPublic,
}

/** The addresses of IPv6 that are given out for the internet. The library takes those outside for public, too. */
const publicSixes = ipaddr.IPv6.parseCIDR('2000::/3')

function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  // The library's name for addresses outside the private, local, multicast and reserved ranges.
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(publicSixes))
}

/** No access to other sites. */
export const noNetwork: Network = {
  isOff: true,
  lookup: () => Promise.reject(new Error('The network is off')),
  isPublic: () => false,
}

/**
 * Asks the name servers. The system's own function would also know this machine's file of hosts, which has no public ones, and
 * it holds a thread that files and passwords need, for as long as a name server is silent.
 */
async function resolve(host: string): Promise<{ address: string; family: number }[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const found = (answer: PromiseSettledResult<string[]>, family: number) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
  return [...found(four, 4), ...found(six, 6)]
}
