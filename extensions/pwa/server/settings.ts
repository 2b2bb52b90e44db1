import {
  type Context,
  type Extension,
  type Setting,
  storedColor,
  storedFlag,
  storedNumber,
  storedPicture,
  storedText,
} from '@parley/server'
import { type IconSize, iconSizes } from '../shared.ts'
import { pushSecrets } from './push/settings.ts'

declare module '@parley/server' {
  interface SettingTypes extends IconSettings {
    'askvortsov-pwa.shortName': string
    'askvortsov-pwa.longName': string
    /** A color; empty for that of the forum. */
    'askvortsov-pwa.themeColor': string
    /** A color; empty for none. */
    'askvortsov-pwa.backgroundColor': string
    'askvortsov-pwa.forcePortrait': boolean
    'askvortsov-pwa.windowControlsOverlay': boolean
    /** Browsers of one user that get pushes. */
    'askvortsov-pwa.userMaxSubscriptions': number
    /** Whether users get pushes by default of what is mailed by default. */
    'askvortsov-pwa.pushNotifPreferenceDefaultToEmail': boolean
    /** Whether the log tells of each run that sends pushes. */
    'askvortsov-pwa.debug': boolean
  }
}

/** The paths of the icons. */
type IconSettings = { [Size in IconSize as `askvortsov-pwa.icon_${Size}_path`]: string | null }

type Form = NonNullable<Setting['form']>

const key = (name: string) => `pwa.admin.pwa.${name}`

const about = { heading: key('about.heading'), order: 1 }
const colors = { heading: key('colors.heading'), order: 2 }
const other = { heading: key('other.heading'), order: 3 }
const icons = { heading: key('logo_heading'), text: key('logo_text'), order: 4 }

/** Each subscription is a request for each push. */
const subscriptionRange = { min: 1, max: 100 }

function form(
  section: NonNullable<Form['section']>,
  order: number,
  field: Form['field'],
  name: string,
): Form {
  return { section, order, field, label: key(`${name}_label`), help: key(`${name}_text`) }
}

/** What administrators set, in the order of the page (api-extensions 23). */
export const pwaSettings: NonNullable<Extension['settings']> = {
  ...pushSecrets,
  'askvortsov-pwa.debug': {
    schema: storedFlag(),
    default: false,
    form: {
      field: { kind: 'switch' },
      label: key('maintenance.debug_label'),
      help: key('maintenance.debug_text'),
    },
  },
  'askvortsov-pwa.shortName': {
    schema: storedText({ max: 255 }),
    default: '',
    form: form(about, 0, { kind: 'text' }, 'about.short_name'),
  },
  'askvortsov-pwa.longName': {
    schema: storedText({ max: 255 }),
    default: '',
    form: form(about, 1, { kind: 'component', component: 'pwa.longName' }, 'about.long_name'),
  },
  'askvortsov-pwa.backgroundColor': {
    schema: storedColor({ isOptional: true }),
    default: '',
    form: form(colors, 0, { kind: 'color' }, 'colors.background_color'),
  },
  'askvortsov-pwa.themeColor': {
    schema: storedColor({ isOptional: true }),
    default: '',
    form: form(colors, 1, { kind: 'color' }, 'colors.theme_color'),
  },
  'askvortsov-pwa.forcePortrait': {
    schema: storedFlag(),
    default: false,
    form: { section: other, order: 0, field: { kind: 'switch' }, label: key('other.force_portrait_text') },
  },
  'askvortsov-pwa.windowControlsOverlay': {
    schema: storedFlag(),
    default: false,
    form: form(other, 1, { kind: 'switch' }, 'other.window_controls_overlay'),
  },
  'askvortsov-pwa.pushNotifPreferenceDefaultToEmail': {
    schema: storedFlag(),
    default: true,
    form: form(other, 2, { kind: 'switch' }, 'other.push_notif_preference_default_to_email'),
  },
  'askvortsov-pwa.userMaxSubscriptions': {
    schema: storedNumber(subscriptionRange),
    default: 20,
    form: form(other, 3, { kind: 'number', ...subscriptionRange }, 'other.user_max_subscriptions'),
  },
  ...Object.fromEntries(
    iconSizes.map((size, order) => [`askvortsov-pwa.icon_${size}_path`, iconSetting(size, order)]),
  ),
}

function iconSetting(size: IconSize, order: number): Setting<string | null> {
  return {
    schema: storedPicture(),
    default: null,
    form: {
      section: icons,
      order,
      field: {
        kind: 'picture',
        within: { width: size, height: size },
        upload: `/pwa/logo/${size}`,
        formField: iconName(size),
      },
      label: key(`logo_size_${size}`),
    },
  }
}

/** The form field with an icon, and how the path of its file begins: `pwa-icon-48x48`. */
export function iconName(size: IconSize): `pwa-icon-${number}x${number}` {
  return `pwa-icon-${size}x${size}`
}

/** The icons that were uploaded, smallest first, with their addresses. */
export function uploadedIcons({ forum }: Context): { size: IconSize; url: string }[] {
  return iconSizes.flatMap((size) => {
    const path = forum.settings.get(`askvortsov-pwa.icon_${size}_path`)
    return path === null ? [] : [{ size, url: forum.files.url(path) }]
  })
}
