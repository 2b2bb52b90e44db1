import { isIP, isIPv4 } from 'node:net'

/** Normalizes the forum's public URL, without trailing slash; undefined if it is invalid. */
export function readBaseUrl(value: string): string | undefined {
  if (!/^https?:\/\/[^\s\\?#@]+$/i.test(value) || !URL.canParse(value)) return undefined
  const { origin, pathname } = new URL(value)
  const path = pathname.replace(/\/+$/, '')
  return path.includes('//') ? undefined : origin + path
}

/** Whether a server may listen at this host: an address or a name. */
export function isHost(value: string): boolean {
  if (value.includes('%')) return false
  return isIP(value) !== 0 || (/^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(value) && !/^[\d.]+$/.test(value))
}

/** Whether the URL of a server is valid: scheme, host, decodable user and password. */
export function isServerAddress(
  value: string,
  schemes: RegExp,
  { needsHost }: { needsHost: boolean },
): boolean {
  if (!schemes.test(value) || /\s/.test(value) || !URL.canParse(value)) return false
  const { hostname, username, password, pathname } = new URL(value)
  return (hostname !== '' || !needsHost) && [username, password, pathname].every(isDecodable)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Normalizes a host with an optional port, `id.example.org:8443`; undefined if it is invalid. */
export function readHost(value: string): string | undefined {
  // The URL must have no part other than the host.
  const url = URL.canParse(`https://${value}`) ? new URL(`https://${value}`) : undefined
  const isBare = url && url.href === `https://${url.host}/` && !/[/?#@\\*]/.test(value)
  return isBare ? url.host : undefined
}

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Whether a value is valid for proxies: an address, a network as 10.0.0.0/8, or one of Fastify's network names. */
export function isProxy(value: string): boolean {
  if (namedNetworks.has(value)) return true
  const [address = '', prefix, ...rest] = value.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (isIPv4(address) ? 32 : 128)
}

/** Splits a list at commas and omits empty parts. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
