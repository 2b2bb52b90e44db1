import type { Throttle } from '../../points/requests/throttles.ts'
import { waitForEmailToken, waitForPasswordToken } from './tokens.ts'

/** Bounds the mails that one user requests (api-core 4.6). */
export const accountThrottles: Record<string, Throttle> = {
  emailChanges: {
    endpoints: ['users.update'],
    wait: ({ actor, db, now }, { id, attributes }) =>
      (attributes.email ?? null) !== null && !actor.isGuest && id === String(actor.id)
        ? waitForEmailToken(db, { userId: actor.id, now })
        : undefined,
  },
  confirmations: {
    endpoints: ['users.sendConfirmation'],
    async wait({ actor, db, now }) {
      const account = await db
        .selectFrom('users')
        .select('email')
        .where('id', '=', actor.id)
        .executeTakeFirst()
      return account && waitForEmailToken(db, { userId: actor.id, email: account.email, now })
    },
  },
  forgottenPasswords: {
    endpoints: ['forgot', 'forgotPage'],
    wait: ({ actor, db, now }, { attributes }) =>
      attributes.email && !actor.isGuest ? waitForPasswordToken(db, { userId: actor.id, now }) : undefined,
  },
}
