import type { Context } from '../../points/context/context.ts'
import type { SettingForm, SettingOption, SettingSection } from '../../points/settings/setting-form.ts'

const home: SettingSection = {
  heading: 'core.admin.basics.home_page_heading',
  text: 'core.admin.basics.home_page_text',
  order: 2,
}
const banner: SettingSection = {
  heading: 'core.admin.basics.welcome_banner_heading',
  text: 'core.admin.basics.welcome_banner_text',
  order: 1,
}
const languages: SettingSection = { heading: 'core.admin.basics.languages_heading', order: 4 }
const realtime: SettingSection = { heading: 'core.admin.basics.realtime_heading', order: 5 }
const signUp: SettingSection = { heading: 'core.admin.basics.sign_up_heading', order: 3 }

const page = 'basics'

/** The list of all discussions, and the pages that extensions offer. */
function homePages({ forum }: Context): SettingOption[] {
  const offered = [...forum.points.homePages].map(([value, { label }]) => ({ value, label }))
  return [{ value: '/all', label: 'core.admin.basics.all_discussions_label' }, ...offered]
}

/** The fields of the page Basics, by setting. */
export const basicsForms = {
  forum_title: {
    page,
    field: { kind: 'text' },
    label: 'core.admin.basics.forum_title_heading',
    help: 'core.admin.basics.forum_title_text',
    keywords: 'core.admin.basics.forum_title_keywords',
  },
  forum_description: {
    page,
    order: 1,
    field: { kind: 'longText' },
    label: 'core.admin.basics.forum_description_heading',
    help: 'core.admin.basics.forum_description_text',
    keywords: 'core.admin.basics.forum_description_keywords',
  },
  allow_sign_up: {
    page,
    section: signUp,
    field: { kind: 'switch' },
    label: 'core.admin.basics.sign_up_label',
    help: 'core.admin.basics.sign_up_text',
    keywords: 'core.admin.basics.sign_up_keywords',
  },
  default_route: {
    page,
    section: home,
    field: {
      kind: 'choice',
      options: homePages,
      other: 'core.admin.basics.home_page_other_label',
    },
    label: 'core.admin.basics.home_page_label',
    help: 'core.admin.basics.home_page_help',
    keywords: 'core.admin.basics.home_page_keywords',
  },
  welcome_title: {
    page,
    section: banner,
    field: { kind: 'text' },
    label: 'core.admin.basics.welcome_title_label',
    help: 'core.admin.basics.welcome_title_text',
    keywords: 'core.admin.basics.welcome_banner_keywords',
  },
  welcome_message: {
    page,
    section: banner,
    order: 1,
    field: { kind: 'longText' },
    label: 'core.admin.basics.welcome_message_label',
    keywords: 'core.admin.basics.welcome_banner_keywords',
  },
  default_locale: {
    page,
    section: languages,
    field: { kind: 'choice', options: languageOptions },
    label: 'core.admin.basics.default_language_heading',
    help: 'core.admin.basics.default_language_text',
    keywords: 'core.admin.basics.languages_keywords',
  },
  show_language_selector: {
    page,
    section: languages,
    order: 1,
    field: { kind: 'switch' },
    label: 'core.admin.basics.show_language_selector_label',
    help: 'core.admin.basics.show_language_selector_text',
    keywords: 'core.admin.basics.languages_keywords',
  },
  realtime: {
    page,
    section: realtime,
    field: { kind: 'switch' },
    label: 'core.admin.basics.realtime_label',
    help: 'core.admin.basics.realtime_text',
    keywords: 'core.admin.basics.realtime_keywords',
  },
} satisfies Record<string, SettingForm>

function languageOptions({ forum }: Context) {
  return [...forum.locales].map((code) => ({ value: code, name: languageName(code) }))
}

/** The name of a language in that language, with the capital of a list. */
function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}
