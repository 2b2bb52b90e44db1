import { type Extension, type Setting, storedFlag, storedNumber, storedText } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    'flarum-nicknames.set_on_registration': boolean
    'flarum-nicknames.random_username': boolean
    'flarum-nicknames.unique': boolean
    'flarum-nicknames.regex': string
    'flarum-nicknames.min': number
    'flarum-nicknames.max': number
  }
}

/** Characters that the column takes at most. */
export const longestNickname = 255

const length = { min: 1, max: longestNickname }

const setOnRegistration: Setting<boolean> = {
  schema: storedFlag(),
  default: true,
  public: 'setNicknameOnRegistration',
  json: 'boolean',
  form: {
    order: 1,
    field: { kind: 'switch' },
    label: 'nicknames.admin.settings.set_on_registration_label',
    help: 'nicknames.admin.settings.set_on_registration_help',
  },
}

const randomUsername: Setting<boolean> = {
  schema: storedFlag(),
  default: false,
  public: 'randomizeUsernameOnRegistration',
  json: 'boolean',
  form: {
    order: 2,
    field: { kind: 'switch' },
    label: 'nicknames.admin.settings.random_username_label',
    help: 'nicknames.admin.settings.random_username_help',
    when: { setting: 'flarum-nicknames.set_on_registration', value: '1' },
  },
}

const unique: Setting<boolean> = {
  schema: storedFlag(),
  default: false,
  form: {
    order: 3,
    field: { kind: 'switch' },
    label: 'nicknames.admin.settings.unique_label',
    help: 'nicknames.admin.settings.unique_help',
  },
}

const regex: Setting<string> = {
  schema: storedText({ max: 1000 }),
  default: '',
  form: {
    order: 4,
    field: { kind: 'component', component: 'nicknames.pattern' },
    label: 'nicknames.admin.settings.regex_label',
    help: 'nicknames.admin.settings.regex_help',
  },
}

const min: Setting<number> = {
  schema: storedNumber(length),
  default: 1,
  form: {
    order: 5,
    field: { kind: 'number', ...length, raises: 'flarum-nicknames.max' },
    label: 'nicknames.admin.settings.min_label',
  },
}

const max: Setting<number> = {
  schema: storedNumber(length),
  default: 150,
  form: {
    order: 6,
    field: { kind: 'number', ...length },
    label: 'nicknames.admin.settings.max_label',
  },
}

export const nicknameSettings: Record<string, Setting> = {
  'flarum-nicknames.set_on_registration': setOnRegistration,
  'flarum-nicknames.random_username': randomUsername,
  'flarum-nicknames.unique': unique,
  'flarum-nicknames.regex': regex,
  'flarum-nicknames.min': min,
  'flarum-nicknames.max': max,
} as Record<string, Setting>

/** No nickname could have a length between them otherwise. */
export const nicknameSettingRules: NonNullable<Extension['settingRules']> = {
  'lengths of nicknames': {
    settings: ['flarum-nicknames.min', 'flarum-nicknames.max'],
    refuse: (values) =>
      values.get('flarum-nicknames.min') > values.get('flarum-nicknames.max')
        ? 'nicknames.admin.settings.range_message'
        : undefined,
  },
}
