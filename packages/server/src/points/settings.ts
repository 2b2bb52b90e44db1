import type { z } from 'zod'
import { type Declared, mergeRecords, type Owned } from './declared.ts'

/** One setting: kept as text in the `settings` table, read with its type. */
export interface Setting<Value = unknown> {
  /** Reads the stored text; what it refuses counts as not set. */
  schema: z.ZodType<Value>
  default: Value
}

/** The types of all settings, by key. Features and extensions add theirs. */
export interface SettingTypes {
  version: string | null
}

/** The settings of a running forum. */
export interface SettingValues {
  get<Key extends keyof SettingTypes & string>(key: Key): SettingTypes[Key]
}

/** Checks and combines the settings of all extensions. */
export function combineSettings(
  declared: readonly Declared<Readonly<Record<string, Setting>> | undefined>[],
): Map<string, Owned<Setting>> {
  return mergeRecords('settings', declared, (setting) =>
    setting.default === undefined ? 'has no default (use null)' : undefined,
  )
}
