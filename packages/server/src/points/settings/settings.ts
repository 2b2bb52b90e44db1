import type { z } from 'zod'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import { type Json, jsonFault } from '../resources/described.ts'
import type { Field } from '../resources/fields.ts'
import type { ForumRow } from '../resources/resource-rows.ts'
import type { SettingForm } from './setting-form.ts'
import type { SettingTypes } from './setting-types.ts'

/** One setting: stored as text in the `settings` table, parsed with its schema. */
export interface Setting<Value = unknown> {
  /** Parses the stored text; for a refused text the default applies. */
  schema: z.ZodType<Value>
  default: Value
  /**
   * Makes the setting an attribute of the forum that all visitors see, under its key (true) or under this name: for a
   * picture its address.
   */
  public?: true | string
  /** For a public setting: its JSON type in answers, for the OpenAPI document. */
  json?: Json
  /** Its field in the administration area; without one, only the API and commands change it. */
  form?: SettingForm
  /**
   * Routes of its own store it: `POST /api/settings` and commands refuse it, as for credentials that are sealed first. The audit
   * log then has what these routes write.
   */
  isReserved?: true
  /**
   * Refuses a value that would do harm now, such as one that locks everyone out.
   * @returns the locale key of the reason.
   */
  refuse?(value: Value, context: Context): string | undefined
}

/** Checks and combines the settings of all extensions. */
export function combineSettings(
  declared: readonly Declared<Readonly<Record<string, Setting>> | undefined>[],
): Map<string, Owned<Setting>> {
  return mergeRecords('settings', declared, (setting) => {
    if (setting.default === undefined) return 'has no default (use null)'
    if (setting.isReserved && setting.form) return 'is reserved, and has a field'
    if (setting.form?.field.kind === 'secret' && setting.public) return 'is a secret, and public'
    return jsonFault(setting.json, setting.public !== undefined)
  })
}

interface ForumFields {
  forums: { fields: Readonly<Record<string, Field<ForumRow>>> }
}

/** Returns the declarations of the forum's attributes for public settings. */
export function publicAttributes(settings: ReadonlyMap<string, Owned<Setting>>): Declared<ForumFields>[] {
  return [...settings].flatMap(([key, { owner, public: name, json, form }]) => {
    if (name === undefined) return []
    const get = (_forum: ForumRow, { forum }: Context) => {
      const value: unknown = forum.settings.get(key as keyof SettingTypes)
      return form?.field.kind === 'picture' && value ? forum.files.url(String(value)) : value
    }
    const fields = { [name === true ? key : name]: { get, ...(json && { json }) } }
    return [{ owner, section: { forums: { fields } } }]
  })
}

declare module '../extension.ts' {
  interface Extension {
    /**
     * Settings of the forum by key. They are stored as texts, which a schema parses. Those with a `form` are on the page of the
     * extension in the administration area.
     */
    settings?: Readonly<Record<string, Setting>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    settings: ReadonlyMap<string, Owned<Setting>>
  }
}

/** Settings of the forum. */
export const settingsPoint = definePoint('settings', {
  sections: ['settings'],
  combine: ({ settings }) => combineSettings(settings),
})
