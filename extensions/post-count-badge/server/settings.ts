import { type Setting, storedText } from '@parley/server'
import { iconSetting, isIcon, labelSetting, levels } from '../shared/levels.ts'

type Name = (typeof levels)[number]['name']

/** Icons and labels of the levels. Empty ones stand for the default. */
type LevelSettings = Record<
  ReturnType<typeof iconSetting<Name>> | ReturnType<typeof labelSetting<Name>>,
  string
>

declare module '@parley/server' {
  interface SettingTypes extends LevelSettings {}
}

const section = {
  heading: 'post-count-badge.admin.settings.tier',
  text: 'post-count-badge.admin.settings.icon-manager.help_text',
}

export const levelSettings: Readonly<Record<string, Setting>> = Object.fromEntries(
  levels.flatMap((level, index): [string, Setting<string>][] => {
    const row = `post-count-badge.admin.level${level.name}-help`
    return [
      [
        iconSetting(level.name),
        {
          schema: storedText({ max: 500 })
            .transform((text) => text.trim())
            .refine(isIcon, { params: { rule: 'regex' } }),
          default: level.icon,
          form: {
            section,
            row,
            order: 2 * index,
            field: { kind: 'component', component: 'post-count-badge.icon' },
            label: 'post-count-badge.admin.settings.icon-manager.title',
          },
        },
      ],
      [
        labelSetting(level.name),
        {
          schema: storedText({ max: 100 }),
          default: level.label,
          form: {
            section,
            row,
            order: 2 * index + 1,
            field: { kind: 'text' },
            label: 'post-count-badge.admin.settings.label-manager.title',
          },
        },
      ],
    ]
  }),
)
