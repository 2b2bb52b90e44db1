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

const key = (isKey: (bytes: Buffer) => boolean) =>
  z
    .string()
    .max(100)
    .refine((value) => /^[\w-]+$/.test(value) && isKey(Buffer.from(value, 'base64url')))

/** What a browser sends: its `PushSubscription` as JSON. */
export const subscriptionSchema = z.object({
  endpoint: text({ max: 255 }),
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

function isOfService(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  // The parser drops the usual port.
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false
  return services.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}
