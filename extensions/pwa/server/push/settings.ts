import { type Extension, type Field, type ForumRow, storedText } from '@parley/server'
import { z } from 'zod'
import './firebase/account.ts'
import { vapidKeysOf } from './keys.ts'

declare module '@parley/server' {
  interface SettingTypes {
    /** The public key in URL-safe base64; '' before there is one. */
    'askvortsov-pwa.vapid.public': string
    /** The sealed private key. */
    'askvortsov-pwa.vapid.private': string
  }
}

const publicKey = z
  .string()
  .nullable()
  .transform((text) => text ?? '')
  .refine((text) => text === '' || /^B[\w-]{86}$/.test(text), { params: { rule: 'regex' } })

/** What the routes of push notifications store, the secrets sealed. */
export const pushSecrets: NonNullable<Extension['settings']> = {
  'askvortsov-pwa.vapid.public': { schema: publicKey, default: '', isReserved: true },
  'askvortsov-pwa.vapid.private': { schema: storedText({ max: 1000 }), default: '', isReserved: true },
  'askvortsov-pwa.firebaseConfig': { schema: storedText(), default: '', isReserved: true },
}

/** The key with which browsers subscribe; '' while the forum has none. */
export const vapidPublicKey: Field<ForumRow> = {
  json: 'string',
  get: (_forum, { forum }) => vapidKeysOf(forum)?.publicKey ?? '',
}
