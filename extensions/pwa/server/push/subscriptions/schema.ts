import { ECDH } from 'node:crypto'
import { defineError, isStorable, permissionDenied, text } from '@parley/server'
import { z } from 'zod'

/** The push services of browsers: endpoints are at these hosts, or at hosts below them. */
const services = [
  'android.googleapis.com',
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'updates-autopush.stage.mozaws.net',
  'updates-autopush.dev.mozaws.net',
  'notify.windows.com',
  'push.apple.com',
]

const invalidParameter = defineError('invalid_parameter', 400)

/** The latest time of a date, in milliseconds. */
const lastTime = 8.64e15

/**
 * An address at a push service. Services of Windows make addresses of several hundred characters; the unique index of PostgreSQL
 * takes up to 2,700 bytes.
 */
const endpoint = text({ max: 2048 }).refine((value) => /^[!-~]+$/.test(value))

const key = (isKey: (bytes: Buffer) => boolean) =>
  z
    .string()
    .max(100)
    .refine((value) => /^[\w-]+$/.test(value) && isKey(Buffer.from(value, 'base64url')))

/** What a browser sends: its `PushSubscription` as JSON. */
export const subscriptionSchema = z.object({
  endpoint,
  /** Milliseconds since 1970. */
  expirationTime: z.number().int().min(0).max(lastTime).nullish(),
  keys: z.object({ p256dh: key(isPoint), auth: key(({ length }) => length === 16) }).nullish(),
})

export type SentSubscription = z.output<typeof subscriptionSchema>

/** Whether bytes are an uncompressed point of P-256. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/**
 * Reads a subscription. The endpoint comes first: without one it is 400, and 403 at a host that is no push service.
 * @returns undefined for one that does not fit the schema.
 */
export function readSubscription(sent: unknown): SentSubscription | undefined {
  const { endpoint } = (sent ?? {}) as { endpoint?: unknown }
  if (typeof endpoint !== 'string' || endpoint === '' || !isStorable(endpoint)) throw invalidParameter()
  if (!isOfService(endpoint)) throw permissionDenied()
  const { success, data } = subscriptionSchema.safeParse(sent)
  return success ? data : undefined
}

/** Reads the row of a browser that gets pushes; undefined unless its endpoint and keys are such as browsers send. */
export function storedSubscription({ endpoint, keys }: { endpoint: string; keys: string | null }) {
  try {
    const sent: unknown = { endpoint, keys: JSON.parse(keys ?? 'null') }
    const { data } = subscriptionSchema.safeParse(sent)
    return data?.keys && isOfService(endpoint) ? { endpoint, keys: data.keys } : undefined
  } catch {
    return undefined
  }
}

function isOfService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  // The parser drops the usual port.
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false
  return services.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}
