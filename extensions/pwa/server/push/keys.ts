import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import {
  type Context,
  type Route,
  requireAdministrator,
  seal,
  storeSettings,
  tryUnseal,
  writeAuditEntry,
} from '@parley/server'
import { z } from 'zod'
import './tables.ts'

type Forum = Context['forum']

/** The key pair by which push services know the forum (https://www.rfc-editor.org/rfc/rfc8292). */
export interface VapidKeys {
  /** The point in URL-safe base64 without padding, as browsers get it. */
  publicKey: string
  privateKey: KeyObject
}

/** The purpose under which secrets of the settings are sealed. */
const purpose = 'pwa'

/** Seals a secret for the settings. */
export function sealSecret({ secrets }: Forum, text: string): string {
  return seal(secrets, purpose, text)
}

/**
 * The secret of a setting. One that is not sealed was imported.
 * @returns undefined for none, and for one that was sealed with another key.
 */
export function secretOf({ secrets }: Forum, stored: string, isPlain: (text: string) => boolean) {
  return stored === '' || isPlain(stored) ? stored || undefined : tryUnseal(secrets, purpose, stored)
}

const scalar = /^[\w-]{43}$/

/** The key pairs that were read last: each page of the forum has the public key. */
const read = new WeakMap<
  Forum['secrets'],
  { publicKey: string; stored: string; keys: VapidKeys | undefined }
>()

/** The key pair of the forum; undefined until an administrator makes one, and for one that cannot be read. */
export function vapidKeysOf(forum: Forum): VapidKeys | undefined {
  const publicKey = forum.settings.get('askvortsov-pwa.vapid.public')
  const stored = forum.settings.get('askvortsov-pwa.vapid.private')
  const last = read.get(forum.secrets)
  if (last?.publicKey === publicKey && last.stored === stored) return last.keys
  const keys = readKeys(forum, publicKey, stored)
  read.set(forum.secrets, { publicKey, stored, keys })
  return keys
}

function readKeys(forum: Forum, publicKey: string, stored: string): VapidKeys | undefined {
  const d = publicKey && secretOf(forum, stored, (text) => scalar.test(text))
  if (!d) return undefined
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  try {
    const key = { kty: 'EC', crv: 'P-256', x, y, d }
    return { publicKey, privateKey: createPrivateKey({ format: 'jwk', key }) }
  } catch {
    return undefined
  }
}

function makeKeys(): { publicKey: string; d: string } {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  const halves = [x, y].map((half) => Buffer.from(half, 'base64url'))
  return { publicKey: Buffer.concat([Buffer.of(4), ...halves]).toString('base64url'), d }
}

/** `POST /api/reset_vapid`: makes a new key pair. Subscriptions for another key get no pushes any more, and are deleted. */
export const resetKeysRoute: Route = {
  method: 'POST',
  path: '/api/reset_vapid',
  describes: {
    summary: 'Make new keys for push notifications',
    answers: { 200: { json: z.object({ deleted: z.number().int() }) }, 403: 'error' },
  },
  async run(_request, context) {
    requireAdministrator(context)
    const { forum } = context
    const { publicKey, d } = makeKeys()
    const deleted = await forum.write(context, async (writing) => {
      const { db, afterCommit } = writing
      const previous = forum.settings.get('askvortsov-pwa.vapid.public') || null
      await storeSettings(db, {
        'askvortsov-pwa.vapid.public': publicKey,
        'askvortsov-pwa.vapid.private': sealSecret(forum, d),
      })
      // Without the private key.
      const changes = { 'askvortsov-pwa.vapid.public': [previous, publicKey] as const }
      await writeAuditEntry(writing, 'settings.changed', { changes })
      afterCommit(() => forum.reload())
      const { numDeletedRows } = await db
        .deleteFrom('push_subscriptions')
        .where('vapid_public_key', '!=', publicKey)
        .executeTakeFirst()
      return Number(numDeletedRows)
    })
    return { status: 200, json: { deleted } }
  },
}
