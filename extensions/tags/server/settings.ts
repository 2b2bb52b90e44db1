import type { Extension, Setting, SettingRule, SettingTypes } from '@parley/server'
import { z } from 'zod'

declare module '@parley/server' {
  interface SettingTypes {
    'flarum-tags.min_primary_tags': string
    'flarum-tags.max_primary_tags': string
    'flarum-tags.min_secondary_tags': string
    'flarum-tags.max_secondary_tags': string
    allow_tag_change: string
  }
}

const highest = 100

const primarySection = {
  heading: 'tags.admin.tag_settings.required_primary_heading',
  text: 'tags.admin.tag_settings.required_primary_text',
  order: 1,
}
const secondarySection = {
  heading: 'tags.admin.tag_settings.required_secondary_heading',
  text: 'tags.admin.tag_settings.required_secondary_text',
  order: 2,
}
const minimum = 'tags.admin.tag_settings.minimum_label'
const maximum = 'tags.admin.tag_settings.maximum_label'

/** A number of tags. The contract has it as a text. */
function tagCount(
  attribute: string,
  value: string,
  form: Pick<NonNullable<Setting['form']>, 'section' | 'order' | 'label'>,
  raises?: keyof SettingTypes,
): Setting<string> {
  return {
    schema: z.string().refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= highest, {
      params: { rule: 'between', values: { min: 0, max: highest } },
    }),
    default: value,
    public: attribute,
    json: 'string',
    form: { ...form, field: { kind: 'number', min: 0, max: highest, ...(raises && { raises }) } },
  }
}

export const tagSettings: Record<string, Setting> = {
  'flarum-tags.min_primary_tags': tagCount(
    'minPrimaryTags',
    '1',
    { section: primarySection, order: 1, label: minimum },
    'flarum-tags.max_primary_tags',
  ),
  'flarum-tags.max_primary_tags': tagCount('maxPrimaryTags', '1', {
    section: primarySection,
    order: 2,
    label: maximum,
  }),
  'flarum-tags.min_secondary_tags': tagCount(
    'minSecondaryTags',
    '0',
    { section: secondarySection, order: 1, label: minimum },
    'flarum-tags.max_secondary_tags',
  ),
  'flarum-tags.max_secondary_tags': tagCount('maxSecondaryTags', '3', {
    section: secondarySection,
    order: 2,
    label: maximum,
  }),
  allow_tag_change: { schema: z.string().regex(/^(-1|reply|\d{1,9})$/), default: '0' },
}

/** No minimum is above its maximum: no discussion could have so many tags. */
export const tagSettingRules: NonNullable<Extension['settingRules']> = {
  'primary tags': inOrder('flarum-tags.min_primary_tags', 'flarum-tags.max_primary_tags'),
  'secondary tags': inOrder('flarum-tags.min_secondary_tags', 'flarum-tags.max_secondary_tags'),
}

type CountSetting = `flarum-tags.${'min' | 'max'}_${'primary' | 'secondary'}_tags`

function inOrder(lower: CountSetting, upper: CountSetting): SettingRule {
  return {
    settings: [lower, upper],
    refuse: (values) =>
      Number(values.get(lower)) > Number(values.get(upper))
        ? 'tags.admin.tag_settings.range_message'
        : undefined,
  }
}

/** For how long authors may change the tags of their discussions, as a row of the permission grid. */
export const tagPermissionSettings: NonNullable<Extension['permissionSettings']> = {
  allow_tag_change: {
    section: 'start',
    label: 'tags.admin.permissions.allow_edit_tags_label',
    order: 20,
    choices: [
      { value: '-1', label: 'core.admin.permissions_controls.allow_indefinitely_button' },
      { value: '10', label: 'core.admin.permissions_controls.allow_ten_minutes_button' },
      { value: 'reply', label: 'core.admin.permissions_controls.allow_until_reply_button' },
      { value: '0', label: 'core.admin.permissions_controls.allow_never_button' },
    ],
    takesMinutes: true,
  },
}
