import { defaultThemeColor } from '@parley/shared'
import { z } from 'zod'
import { nameText } from '../../infrastructure/schema/names.ts'
import type { Setting } from '../../points/settings/settings.ts'
import { storedColor, storedFlag } from '../../points/settings/stored-values.ts'
import { appearanceForms } from './appearance-forms.ts'
import { basicsForms } from './basics-forms.ts'
import { styleSheet } from './style-sheet.ts'

declare module '../../points/settings/setting-types.ts' {
  interface SettingTypes {
    allow_sign_up: boolean
    custom_footer: string | null
    custom_header: string | null
    /** CSS; the name is historical. */
    custom_less: string | null
    default_locale: string
    default_route: string | null
    /** Ids; null until extensions are first enabled or disabled: then all installed ones are enabled. */
    extensions_enabled: string[] | null
    favicon_path: string | null
    forum_description: string | null
    forum_title: string | null
    logo_path: string | null
    /** Whether pages show at once what others write. */
    realtime: boolean
    /** Runs without third-party extensions, for administrators only. */
    safe_mode: boolean
    /** When the link that starts the safe mode expires, and the hash of its token. */
    safe_mode_link: string | null
    show_language_selector: boolean
    theme_colored_header: boolean
    theme_dark_mode: boolean
    theme_primary_color: string
    theme_secondary_color: string
    welcome_message: string | null
    welcome_title: string | null
  }
}

const text = z.string().nullable()
const title = nameText({ required: false }).nullable()
/** Name of a file directly in the assets folder, without a path. */
const fileName = z
  .string()
  .regex(/^[\w-]+(\.[\w-]+)*$/)
  .nullable()

const idList = z
  .string()
  .transform((value, context) => {
    try {
      return JSON.parse(value) as unknown
    } catch {
      context.addIssue({ code: 'custom' })
      return z.NEVER
    }
  })
  .pipe(z.array(z.string()))

/** The settings of the forum itself (api-core 2.1, 4.22). */
export const forumSettings: Record<string, Setting> = {
  allow_sign_up: {
    schema: storedFlag(),
    default: true,
    public: 'allowSignUp',
    json: 'boolean',
    form: basicsForms.allow_sign_up,
  },
  custom_footer: {
    schema: text,
    default: null,
    public: 'footerHtml',
    json: 'string?',
    form: appearanceForms.custom_footer,
  },
  custom_header: {
    schema: text,
    default: null,
    public: 'headerHtml',
    json: 'string?',
    form: appearanceForms.custom_header,
  },
  custom_less: { schema: styleSheet, default: null, form: appearanceForms.custom_less },
  default_locale: {
    schema: z.string().min(1),
    default: 'en',
    form: basicsForms.default_locale,
    refuse: (locale, { forum }) =>
      forum.locales.has(String(locale)) ? undefined : 'core.api.unknown_language_message',
  },
  default_route: {
    schema: text,
    default: '/all',
    form: basicsForms.default_route,
  },
  extensions_enabled: { schema: idList, default: null, isReserved: true },
  favicon_path: { schema: fileName, default: null, form: appearanceForms.favicon_path },
  forum_description: {
    schema: text,
    default: '',
    public: 'description',
    json: 'string?',
    form: basicsForms.forum_description,
  },
  forum_title: {
    schema: title,
    default: '',
    public: 'title',
    json: 'string?',
    form: basicsForms.forum_title,
  },
  logo_path: { schema: fileName, default: null, form: appearanceForms.logo_path },
  realtime: { schema: storedFlag(), default: true, form: basicsForms.realtime },
  safe_mode: { schema: storedFlag(), default: false, isReserved: true },
  safe_mode_link: { schema: text, default: null, isReserved: true },
  show_language_selector: {
    schema: storedFlag(),
    default: true,
    public: 'showLanguageSelector',
    json: 'boolean',
    form: basicsForms.show_language_selector,
  },
  theme_colored_header: { schema: storedFlag(), default: false, form: appearanceForms.theme_colored_header },
  theme_dark_mode: { schema: storedFlag(), default: false, form: appearanceForms.theme_dark_mode },
  theme_primary_color: {
    schema: storedColor(),
    default: defaultThemeColor,
    public: 'themePrimaryColor',
    json: 'string',
    form: appearanceForms.theme_primary_color,
  },
  theme_secondary_color: {
    schema: storedColor(),
    default: defaultThemeColor,
    public: 'themeSecondaryColor',
    json: 'string',
    form: appearanceForms.theme_secondary_color,
  },
  version: { schema: text, default: null, isReserved: true },
  welcome_message: { schema: text, default: null, form: basicsForms.welcome_message },
  welcome_title: { schema: text, default: null, form: basicsForms.welcome_title },
}
