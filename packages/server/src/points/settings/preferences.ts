import type { z } from 'zod'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'

/** One preference of an account; kept with the account, shown to its owner only. */
export interface Preference<Value = unknown> {
  /** Reads what the client sends; what it refuses is 422 on `preferences`. */
  schema: z.ZodType<Value>
  default: Value
}

/** Checks and combines the preferences of all extensions. */
export function combinePreferences(
  declared: readonly Declared<Readonly<Record<string, Preference>> | undefined>[],
): Map<string, Owned<Preference>> {
  return mergeRecords('preferences', declared, (preference) =>
    preference.default === undefined ? 'has no default (use null)' : undefined,
  )
}
