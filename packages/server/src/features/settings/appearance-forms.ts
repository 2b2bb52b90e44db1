import type { SettingForm, SettingSection } from '../../points/settings/setting-form.ts'

const page = 'appearance'
const colors: SettingSection = {
  heading: 'core.admin.appearance.colors_heading',
  text: 'core.admin.appearance.colors_text',
}
const pictures: SettingSection = { heading: 'core.admin.appearance.pictures_heading', order: 1 }
const own: SettingSection = {
  heading: 'core.admin.appearance.custom_heading',
  text: 'core.admin.appearance.custom_text',
  order: 2,
}

/** The fields of the page Appearance, by setting. */
export const appearanceForms = {
  theme_primary_color: {
    page,
    section: colors,
    field: { kind: 'color' },
    label: 'core.admin.appearance.colors_primary_label',
    help: 'core.admin.appearance.colors_primary_text',
    keywords: 'core.admin.appearance.colors_keywords',
  },
  theme_secondary_color: {
    page,
    section: colors,
    order: 1,
    field: { kind: 'color' },
    label: 'core.admin.appearance.colors_secondary_label',
    help: 'core.admin.appearance.colors_secondary_text',
    keywords: 'core.admin.appearance.colors_keywords',
  },
  theme_colored_header: {
    page,
    section: colors,
    order: 2,
    field: { kind: 'switch' },
    label: 'core.admin.appearance.colored_header_label',
  },
  theme_dark_mode: {
    page,
    section: colors,
    order: 3,
    field: { kind: 'switch' },
    label: 'core.admin.appearance.dark_mode_label',
    help: 'core.admin.appearance.dark_mode_text',
    keywords: 'core.admin.appearance.dark_mode_keywords',
  },
  logo_path: {
    page,
    section: pictures,
    field: { kind: 'picture', within: { height: 60 }, upload: '/logo' },
    label: 'core.admin.appearance.logo_heading',
    help: 'core.admin.appearance.logo_text',
  },
  favicon_path: {
    page,
    section: pictures,
    order: 1,
    field: { kind: 'picture', within: { width: 64, height: 64 }, upload: '/favicon' },
    label: 'core.admin.appearance.favicon_heading',
    help: 'core.admin.appearance.favicon_text',
    keywords: 'core.admin.appearance.favicon_keywords',
  },
  custom_less: {
    page,
    section: own,
    field: { kind: 'code' },
    label: 'core.admin.appearance.custom_styles_heading',
    help: 'core.admin.appearance.custom_styles_text',
    keywords: 'core.admin.appearance.custom_styles_keywords',
  },
  custom_header: {
    page,
    section: own,
    order: 1,
    field: { kind: 'code' },
    label: 'core.admin.appearance.custom_header_heading',
    help: 'core.admin.appearance.custom_header_text',
  },
  custom_footer: {
    page,
    section: own,
    order: 2,
    field: { kind: 'code' },
    label: 'core.admin.appearance.custom_footer_heading',
    help: 'core.admin.appearance.custom_footer_text',
  },
} satisfies Record<string, SettingForm>
