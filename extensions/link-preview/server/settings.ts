import {
  type Context,
  type Extension,
  type Setting,
  storedFlag,
  storedNumber,
  storedText,
} from '@parley/server'
import { type PreviewRules, readList } from '../shared/rules.ts'

declare module '@parley/server' {
  interface SettingTypes {
    'datlechin-link-preview.enable_batch_requests': boolean
    'datlechin-link-preview.convert_media_urls': boolean
    'datlechin-link-preview.use_google_favicons': boolean
    'datlechin-link-preview.blacklist': string
    'datlechin-link-preview.whitelist': string
    /** In minutes; 0 for none. */
    'datlechin-link-preview.cache_time': number
    'datlechin-link-preview.open_links_in_new_tab': boolean
  }
}

/** In minutes: up to a year. */
const cacheRange = { min: 0, max: 525_600 }

const key = (name: string) => `link-preview.admin.settings.${name}`

function flag(order: number, name: string, attribute: string, value: boolean): Setting<boolean> {
  return {
    schema: storedFlag(),
    default: value,
    public: `datlechin-link-preview.${attribute}`,
    json: 'boolean',
    form: { order, field: { kind: 'switch' }, label: key(`${name}_label`), help: key(`${name}_help`) },
  }
}

function list(order: number, name: 'blacklist' | 'whitelist'): Setting<string> {
  return {
    schema: storedText(),
    default: '',
    public: true,
    json: 'string',
    form: { order, field: { kind: 'longText' }, label: key(`${name}_label`), help: key(`${name}_help`) },
  }
}

/** What administrators set, in the order of the page (api-extensions 24). */
export const previewSettings: NonNullable<Extension['settings']> = {
  'datlechin-link-preview.enable_batch_requests': flag(
    0,
    'enable_batch_requests',
    'enableBatchRequests',
    true,
  ),
  'datlechin-link-preview.convert_media_urls': flag(1, 'convert_media_urls', 'convertMediaURLs', false),
  'datlechin-link-preview.use_google_favicons': flag(2, 'use_google_favicons', 'useGoogleFavicons', false),
  'datlechin-link-preview.blacklist': list(3, 'blacklist'),
  'datlechin-link-preview.whitelist': list(4, 'whitelist'),
  'datlechin-link-preview.cache_time': {
    schema: storedNumber(cacheRange),
    default: 60,
    form: {
      order: 5,
      field: { kind: 'number', ...cacheRange },
      label: key('cache_time_label'),
      help: key('cache_time_help'),
    },
  },
  'datlechin-link-preview.open_links_in_new_tab': flag(6, 'open_links_in_new_tab', 'openLinksInNewTab', true),
}

/** The rules that were read last, with the texts that they were read from: every page with posts needs them. */
let last: { whitelist: string; blacklist: string; rules: PreviewRules } | undefined

/** Which links get a card, as the settings say now. */
export function previewRulesOf({ settings }: Context['forum']): PreviewRules {
  const whitelist = settings.get('datlechin-link-preview.whitelist')
  const blacklist = settings.get('datlechin-link-preview.blacklist')
  const skipsMedia = settings.get('datlechin-link-preview.convert_media_urls')
  if (last?.whitelist !== whitelist || last.blacklist !== blacklist || last.rules.skipsMedia !== skipsMedia) {
    const rules = { whitelist: readList(whitelist), blacklist: readList(blacklist), skipsMedia }
    last = { whitelist, blacklist, rules }
  }
  return last.rules
}
