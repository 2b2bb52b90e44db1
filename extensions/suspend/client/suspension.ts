import type { App, StoreRecord } from '@parley/client'
import { exactTime, type Translator } from '@parley/shared/i18n'

type User = StoreRecord<'users'>

/** The end of a user's suspension; undefined if the user is not suspended at a time, or the viewer may not know. */
export function endOf({ suspendedUntil }: Pick<User, 'suspendedUntil'>, now: Date): string | undefined {
  return suspendedUntil && Date.parse(suspendedUntil) > now.getTime() ? suspendedUntil : undefined
}

/** The end of the viewer's own suspension. */
export function ownEnd({ store, userId, clock }: App): string | undefined {
  const user = userId === undefined ? undefined : store.get('users', userId)
  return user && endOf(user, clock.state.now)
}

/** The end in words, in the time zone of a translator. */
export function endInWords(end: string | number, translator: Translator): string {
  return exactTime(new Date(end), translator)
}
