import type { z } from 'zod'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { type Json, jsonFault } from '../resources/described.ts'
import type { ForumRow } from '../resources/resource-rows.ts'
import type { Resources } from '../resources/resources.ts'

/** One setting: kept as text in the `settings` table, read with its type. */
export interface Setting<Value = unknown> {
  /** Reads the stored text; what it refuses counts as not set. */
  schema: z.ZodType<Value>
  default: Value
  /** Shown to everybody as an attribute of the forum, under its key (true) or under this name. */
  public?: true | string
  /** Of a public one: what it is in answers, for the description of the API. */
  json?: Json
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
    setting.default === undefined
      ? 'has no default (use null)'
      : jsonFault(setting.json, setting.public !== undefined),
  )
}

/** The attributes of the forum that show public settings. */
export function publicAttributes(settings: ReadonlyMap<string, Owned<Setting>>): Declared<Resources>[] {
  return [...settings].flatMap(([key, { owner, public: name, json }]) => {
    if (name === undefined) return []
    const get = (_forum: ForumRow, { forum }: Context) => forum.settings.get(key as keyof SettingTypes)
    const fields = { [name === true ? key : name]: { get, ...(json && { json }) } }
    return [{ owner, section: { forums: { fields } } }]
  })
}
