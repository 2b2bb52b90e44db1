import { z } from 'zod'
import type { Setting } from '../../points/settings/settings.ts'
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
    show_language_selector: boolean
    theme_primary_color: string
    theme_secondary_color: string
    welcome_message: string | null
    welcome_title: string | null
  }
}

const text = z.string().nullable()
const color = z.string().regex(/^#([0-9a-f]{3}){1,2}$/i)
/** Name of a file directly in the assets folder, without a path. */
const fileName = z
  .string()
  .regex(/^[\w-]+(\.[\w-]+)*$/)
  .nullable()
const defaultColor = '#4D698E'

/** A boolean setting, stored as '1', or as '0' or ''. */
const storedFlag: z.ZodType<boolean> = z
  .string()
  .nullable()
  .transform((value) => value !== null && value !== '' && value !== '0')

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
  allow_sign_up: { schema: storedFlag, default: true, public: 'allowSignUp', json: 'boolean' },
  custom_footer: { schema: text, default: null, public: 'footerHtml', json: 'string?' },
  custom_header: { schema: text, default: null, public: 'headerHtml', json: 'string?' },
  custom_less: { schema: styleSheet, default: null },
  default_locale: { schema: z.string().min(1), default: 'en' },
  default_route: { schema: text, default: '/all', public: 'defaultRoute', json: 'string?' },
  extensions_enabled: { schema: idList, default: null },
  favicon_path: { schema: fileName, default: null },
  forum_description: { schema: text, default: '', public: 'description', json: 'string?' },
  forum_title: { schema: text, default: '', public: 'title', json: 'string?' },
  logo_path: { schema: fileName, default: null },
  show_language_selector: {
    schema: storedFlag,
    default: true,
    public: 'showLanguageSelector',
    json: 'boolean',
  },
  theme_primary_color: { schema: color, default: defaultColor, public: 'themePrimaryColor', json: 'string' },
  theme_secondary_color: {
    schema: color,
    default: defaultColor,
    public: 'themeSecondaryColor',
    json: 'string',
  },
  version: { schema: text, default: null },
  welcome_message: { schema: text, default: null, public: 'welcomeMessage', json: 'string?' },
  welcome_title: { schema: text, default: null, public: 'welcomeTitle', json: 'string?' },
}
