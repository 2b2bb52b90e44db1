import { type Extension, storedFlag, storedText } from '@parley/server'
import { defaultDateFormat } from '../shared.ts'

declare module '@parley/server' {
  interface SettingTypes {
    'fof-terms.signup-legal-text': string
    'fof-terms.hide-updated-at': boolean
    /** A format of day.js. */
    'fof-terms.date-format': string
  }
}

const key = (name: string) => `terms.admin.settings.field.${name}`

export const termsSettings: NonNullable<Extension['settings']> = {
  'fof-terms.signup-legal-text': {
    schema: storedText({ max: 2000 }),
    default: '',
    public: true,
    json: 'string',
    form: { order: 0, field: { kind: 'longText' }, label: key('signup-legal-text') },
  },
  'fof-terms.hide-updated-at': {
    schema: storedFlag(),
    default: false,
    public: true,
    json: 'boolean',
    form: { order: 1, field: { kind: 'switch' }, label: key('hide-updated-at') },
  },
  'fof-terms.date-format': {
    schema: storedText({ max: 100 }).transform((text) => text || defaultDateFormat),
    default: defaultDateFormat,
    public: true,
    json: 'string',
    form: { order: 2, field: { kind: 'text' }, label: key('date-format'), help: key('date-format-help') },
  },
}
