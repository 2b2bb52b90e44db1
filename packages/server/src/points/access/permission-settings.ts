import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { SettingTypes } from '../settings/setting-types.ts'
import { type GridRow, gridRowFault } from './grid.ts'

/** A setting that is a row of the permission grid, as it decides what people may do. */
export interface PermissionSetting extends GridRow {
  choices: readonly SettingChoice[]
  /** Whether any number of minutes can be chosen, too. */
  takesMinutes?: true
}

export interface SettingChoice {
  /** The stored text. */
  value: string
  /** Locale key. */
  label: string
}

export type PermissionSettings = { readonly [Key in keyof SettingTypes & string]?: PermissionSetting }

declare module '../extension.ts' {
  interface Extension {
    /** Settings that are chosen in the permission grid, because they decide what people may do. By the key of the setting. */
    permissionSettings?: PermissionSettings
  }
}

declare module '../extension-point.ts' {
  interface Points {
    permissionSettings: ReadonlyMap<string, Owned<PermissionSetting>>
  }
}

/** Rows of the permission grid that are settings. */
export const permissionSettingsPoint = definePoint('permissionSettings', {
  sections: ['permissionSettings'],
  needs: ['settings'],
  combine: ({ permissionSettings }, { settings }) =>
    mergeRecords(
      'permissionSettings',
      permissionSettings as readonly Declared<Readonly<Record<string, PermissionSetting>> | undefined>[],
      (row, key) => {
        const setting = settings.get(key)
        if (!setting) return 'no such setting'
        const refused = row.choices.find(({ value }) => !setting.schema.safeParse(value).success)
        if (refused) return `the setting refuses the choice '${refused.value}'`
        return gridRowFault(row)
      },
    ),
})
