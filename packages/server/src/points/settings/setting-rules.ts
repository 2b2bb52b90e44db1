import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { SettingTypes, SettingValues } from './setting-types.ts'

/** A rule over several settings. Every change of one of them meets it, by the API and by commands. */
export interface SettingRule {
  /** The settings that it reads. */
  settings: readonly (keyof SettingTypes & string)[]
  /**
   * Judges the settings as they would be stored.
   * @returns the locale key of why they do not go together.
   */
  refuse(values: SettingValues, context: Context): string | undefined
}

/** Checks and combines the rules of all extensions. */
export function combineSettingRules(
  declared: readonly Declared<Readonly<Record<string, SettingRule>> | undefined>[],
  settings: { has(key: string): boolean },
): Owned<SettingRule>[] {
  const rules = mergeRecords('settingRules', declared, (rule) =>
    typeof rule.refuse === 'function' ? undefined : 'has no refuse',
  )
  for (const [name, rule] of rules) {
    const unknown = rule.settings.find((key) => !settings.has(key))
    if (unknown !== undefined)
      throw new ExtensionError(
        rule.owner,
        `settingRules › ${name}`,
        `reads '${unknown}', which is no setting`,
      )
  }
  return [...rules.values()]
}

declare module '../extension.ts' {
  interface Extension {
    /** Rules over several settings, by a name of their own. */
    settingRules?: Readonly<Record<string, SettingRule>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    settingRules: readonly Owned<SettingRule>[]
  }
}

/** Rules over several settings. */
export const settingRulesPoint = definePoint('settingRules', {
  sections: ['settingRules'],
  needs: ['settings'],
  combine: ({ settingRules }, { settings }) => combineSettingRules(settingRules, settings),
})
