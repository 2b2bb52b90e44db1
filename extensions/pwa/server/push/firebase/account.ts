import { createPrivateKey } from 'node:crypto'
import type { Context } from '@parley/server'
import { z } from 'zod'
import { secretOf } from '../keys.ts'

declare module '@parley/server' {
  interface SettingTypes {
    /** The sealed JSON of a service account; '' for none. */
    'askvortsov-pwa.firebaseConfig': string
  }
}

/** The account with which the forum sends over Firebase. Its addresses are not read: tokens come from Google only. */
const accountSchema = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z0-9][a-z0-9.:-]{0,99}$/),
  client_email: z.email().max(300),
  private_key: z.string().max(10_000).refine(isRsaKey),
})

export type ServiceAccount = z.infer<typeof accountSchema>

function isRsaKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
  } catch {
    return false
  }
}

/** Reads the JSON of a service account; undefined for other texts. */
export function readAccount(json: string): ServiceAccount | undefined {
  try {
    return accountSchema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** Whether an administrator has stored an account. */
export function hasAccount({ settings }: Context['forum']): boolean {
  return settings.get('askvortsov-pwa.firebaseConfig') !== ''
}

/** The account of the forum; undefined for none, and for one that cannot be read. */
export function accountOf(forum: Context['forum']): ServiceAccount | undefined {
  const stored = forum.settings.get('askvortsov-pwa.firebaseConfig')
  const json = secretOf(forum, stored, (text) => text.trimStart().startsWith('{'))
  return json === undefined ? undefined : readAccount(json)
}
