import { type Setting, storedChoice, storedFlag, storedNumber, storedText } from '@parley/server'
import { categoryNames, parseCategories } from '../shared/categories.ts'

const versions = [
  ...['1.0', '2.0', '3.0', '4.0', '5.0', '11.0', '12.0', '12.1'],
  // Newer than the original settings knew.
  ...['13.0', '13.1', '14.0', '15.0', '15.1', '16.0'],
] as const
const languages = ['en', 'de', 'fr', 'zh'] as const
const openingCategories = ['recents', ...categoryNames] as const

interface EmojiSettings {
  auto_hide: boolean
  show_preview: boolean
  show_search: boolean
  show_variants: boolean
  emoji_style: 'twemoji' | 'native'
  emoji_data: (typeof languages)[number]
  emoji_version: (typeof versions)[number]
  initial_category: (typeof openingCategories)[number]
  show_category_buttons: boolean
  show_recents: boolean
  recents_count: number
  specify_categories: string
}

type Keyed = { [Name in keyof EmojiSettings as `the-turk-flamoji.${Name}`]: EmojiSettings[Name] }

declare module '@parley/server' {
  interface SettingTypes extends Keyed {}
}

const uiSection = { heading: 'emoji.admin.settings.general_ui_settings_heading', order: 3 }
const emojiSection = { heading: 'emoji.admin.settings.emoji_settings_heading', order: 1 }
const categorySection = { heading: 'emoji.admin.settings.category_settings_heading', order: 2 }

function flag(isOn: boolean, form: Omit<NonNullable<Setting['form']>, 'field'>): Setting<boolean> {
  return {
    schema: storedFlag(),
    default: isOn,
    json: 'boolean',
    form: { ...form, field: { kind: 'switch' } },
  }
}

const uiSettings = {
  auto_hide: flag(true, {
    section: uiSection,
    label: 'emoji.admin.settings.auto_hide_label',
    help: 'emoji.admin.settings.auto_hide_text',
  }),
  show_search: flag(true, {
    section: uiSection,
    order: 1,
    label: 'emoji.admin.settings.show_search_label',
  }),
  show_variants: flag(true, {
    section: uiSection,
    order: 2,
    label: 'emoji.admin.settings.show_variants_label',
    help: 'emoji.admin.settings.show_variants_text',
  }),
  show_preview: flag(false, {
    section: uiSection,
    order: 3,
    label: 'emoji.admin.settings.show_preview_label',
  }),
}

const emojiSettings = {
  emoji_style: {
    schema: storedChoice(['twemoji', 'native']),
    default: 'twemoji',
    json: 'string',
    form: {
      section: emojiSection,
      field: {
        kind: 'choice',
        options: [
          { value: 'twemoji', label: 'emoji.admin.settings.emoji_style_twemoji_option' },
          { value: 'native', label: 'emoji.admin.settings.emoji_style_native_option' },
        ],
      },
      label: 'emoji.admin.settings.emoji_style_label',
      help: 'emoji.admin.settings.emoji_style_text',
    },
  },
  emoji_version: {
    schema: storedChoice(versions),
    default: '12.1',
    json: 'string',
    form: {
      section: emojiSection,
      order: 1,
      field: { kind: 'choice', options: versions.map((value) => ({ value, name: value })) },
      label: 'emoji.admin.settings.emoji_version_label',
      help: 'emoji.admin.settings.emoji_version_text',
    },
  },
  emoji_data: {
    schema: storedChoice(languages),
    default: 'en',
    json: 'string',
    form: {
      section: emojiSection,
      order: 2,
      field: {
        kind: 'choice',
        options: [
          { value: 'en', name: 'English' },
          { value: 'de', name: 'Deutsch' },
          { value: 'fr', name: 'Français' },
          { value: 'zh', name: '中文' },
        ],
      },
      label: 'emoji.admin.settings.emoji_data_label',
      help: 'emoji.admin.settings.emoji_data_text',
    },
  },
} satisfies Record<string, Setting>

const categorySettings = {
  specify_categories: {
    schema: storedText({ max: 1000 }).refine((json) => parseCategories(json) !== undefined, {
      params: { rule: 'regex' },
    }),
    default: JSON.stringify(categoryNames),
    json: 'string',
    form: {
      section: categorySection,
      field: { kind: 'component', component: 'emoji.categories' },
      label: 'emoji.admin.settings.specify_categories_label',
      help: 'emoji.admin.settings.specify_categories_text',
    },
  },
  initial_category: {
    schema: storedChoice(openingCategories),
    default: 'smileys',
    json: 'string',
    form: {
      section: categorySection,
      order: 1,
      field: {
        kind: 'choice',
        options: openingCategories.map((value) => ({
          value,
          label: `emoji.admin.settings.emoji_categories.${value}`,
        })),
      },
      label: 'emoji.admin.settings.initial_category_label',
      help: 'emoji.admin.settings.initial_category_text',
    },
  },
  show_category_buttons: flag(true, {
    section: categorySection,
    order: 2,
    label: 'emoji.admin.settings.show_category_buttons_label',
  }),
  show_recents: flag(true, {
    section: categorySection,
    order: 3,
    label: 'emoji.admin.settings.show_recents_label',
  }),
  recents_count: {
    schema: storedNumber({ min: 1, max: 200 }),
    default: 50,
    json: 'integer',
    form: {
      section: categorySection,
      order: 4,
      field: { kind: 'number', min: 1, max: 200 },
      label: 'emoji.admin.settings.recents_count_label',
      help: 'emoji.admin.settings.recents_count_text',
      when: { setting: 'the-turk-flamoji.show_recents', value: '1' },
    },
  },
} satisfies Record<string, Setting>

/** What administrators set, and every visitor may read (api-extensions 21). */
export const settings: Readonly<Record<string, Setting>> = Object.fromEntries(
  Object.entries({ ...uiSettings, ...emojiSettings, ...categorySettings } as Record<string, Setting>).map(
    ([name, setting]) => [`the-turk-flamoji.${name}`, { ...setting, public: `flamoji.${name}` }],
  ),
)
