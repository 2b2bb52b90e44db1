import { type Extension, type Setting, storedFlag, storedNumber } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    'fof-nightmode.default_theme': number
    'fofNightMode.show_theme_toggle_on_header_always': boolean
    'fofNightMode.show_theme_toggle_in_solid': boolean
  }
}

type Form = NonNullable<Setting['form']>

const section = {
  heading: 'nightmode.admin.settings.general.heading',
  text: 'nightmode.admin.settings.general.help',
}
const form = (order: number, field: Form['field'], label: string, help?: string): Form => ({
  section,
  order,
  field,
  label: `nightmode.admin.settings.modal.${label}`,
  ...(help && { help: `nightmode.admin.settings.modal.${help}` }),
})
const options = ['auto', 'light', 'dark'].map((name, value) => ({
  value: String(value),
  label: `nightmode.admin.settings.modal.theme_${name}`,
}))

/** The settings of night mode. */
export const nightSettings: NonNullable<Extension['settings']> = {
  'fof-nightmode.default_theme': {
    schema: storedNumber({ min: 0, max: 2 }),
    default: 0,
    public: true,
    json: 'integer',
    form: form(0, { kind: 'choice', options }, 'default_theme', 'default_theme_helper'),
  },
  'fofNightMode.show_theme_toggle_on_header_always': {
    schema: storedFlag(),
    default: false,
    public: 'fofNightMode.showThemeToggleOnHeaderAlways',
    json: 'boolean',
    form: form(1, { kind: 'switch' }, 'always_show_theme_toggle_on_header'),
  },
  'fofNightMode.show_theme_toggle_in_solid': {
    schema: storedFlag(),
    default: true,
    public: 'fofNightMode.showThemeToggleInSolid',
    json: 'boolean',
    form: form(2, { kind: 'switch' }, 'show_theme_toggle_in_solid'),
  },
}
