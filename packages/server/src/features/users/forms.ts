import type { Context } from '../../points/context/context.ts'
import type { SettingForm, SettingOption } from '../../points/settings/setting-form.ts'

/** The part of the page Basics about names of users and addresses of pages. */
export const namesSection = {
  heading: 'core.admin.basics.names_heading',
  order: 5,
}

export const displayNameForm: SettingForm = {
  page: 'basics',
  section: namesSection,
  field: { kind: 'choice', options: displayNameOptions },
  label: 'core.admin.basics.display_name_heading',
  help: 'core.admin.basics.display_name_text',
  keywords: 'core.admin.basics.display_name_keywords',
}

export const profileAddressForm: SettingForm = {
  page: 'basics',
  section: namesSection,
  order: 1,
  field: {
    kind: 'choice',
    options: [
      { value: 'default', label: 'core.admin.basics.slug_username_label' },
      { value: 'id', label: 'core.admin.basics.slug_id_label' },
    ],
  },
  label: 'core.admin.basics.profile_slug_heading',
  help: 'core.admin.basics.slug_driver_text',
  keywords: 'core.admin.basics.slug_keywords',
}

function displayNameOptions({ forum }: Context): SettingOption[] {
  const added = [...forum.points.displayNames].map(([value, { label }]) =>
    label === undefined ? { value, name: value } : { value, label },
  )
  return [{ value: 'username', label: 'core.admin.basics.display_name_username_label' }, ...added]
}
