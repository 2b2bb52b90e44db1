import { type Setting, storedChoice } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    'the-turk-flamoji.emoji_style': 'twemoji' | 'native'
  }
}

/** Whether emoji in posts are pictures, or the characters of the reader's device. */
export const emojiStyle: Setting<'twemoji' | 'native'> = {
  schema: storedChoice(['twemoji', 'native']),
  default: 'twemoji',
  public: 'flamoji.emoji_style',
  json: 'string',
  form: {
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
}
