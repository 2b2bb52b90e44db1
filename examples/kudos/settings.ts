import {
  type Setting,
  storedChoice,
  storedColor,
  storedFlag,
  storedList,
  storedNumber,
  storedPicture,
  storedText,
} from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    kudos_color: string
    kudos_groups: string[]
    kudos_icon: string
    kudos_is_public: boolean
    kudos_name: string
    kudos_per_day: number
    kudos_picture: string | null
    kudos_reasons: string[]
    kudos_rules: string
    kudos_style: string
    kudos_token: string
    kudos_visible: 'everyone' | 'members'
  }
}

const look = { heading: 'kudos.admin.look_heading', text: 'kudos.admin.look_text', order: 1 }
const advanced = { heading: 'kudos.admin.advanced_heading', order: 2 }

/** A setting of every kind. They stand on the page of the extension. */
export const settings: Record<string, Setting> = {
  kudos_name: {
    schema: storedText({ max: 40 }),
    default: 'Kudos',
    form: {
      order: 1,
      field: { kind: 'text' },
      label: 'kudos.admin.name_label',
      help: 'kudos.admin.name_text',
    },
  },
  kudos_is_public: {
    schema: storedFlag(),
    default: true,
    form: {
      order: 2,
      field: { kind: 'switch' },
      label: 'kudos.admin.is_public_label',
      help: 'kudos.admin.is_public_text',
    },
  },
  kudos_per_day: {
    schema: storedNumber({ min: 1, max: 100 }),
    default: 10,
    form: { order: 3, field: { kind: 'number', min: 1, max: 100 }, label: 'kudos.admin.per_day_label' },
  },
  kudos_reasons: {
    schema: storedList(),
    default: ['Good advice', 'Quick help'],
    form: { order: 4, field: { kind: 'list' }, label: 'kudos.admin.reasons_label' },
  },
  kudos_visible: {
    schema: storedChoice(['everyone', 'members']),
    default: 'everyone',
    form: {
      order: 5,
      field: {
        kind: 'choice',
        options: [
          { value: 'everyone', label: 'kudos.admin.everyone_label' },
          { value: 'members', label: 'kudos.admin.members_label' },
        ],
      },
      label: 'kudos.admin.visible_label',
    },
  },
  kudos_groups: {
    schema: storedList(),
    default: [],
    form: {
      order: 6,
      field: { kind: 'component', component: 'kudos-groups' },
      label: 'kudos.admin.groups_label',
      help: 'kudos.admin.groups_text',
    },
  },
  kudos_color: {
    schema: storedColor(),
    default: '#a06a00',
    form: { section: look, order: 1, field: { kind: 'color' }, label: 'kudos.admin.color_label' },
  },
  kudos_icon: {
    schema: storedText({ max: 20 }),
    default: 'star',
    form: {
      section: look,
      order: 2,
      field: {
        kind: 'choice',
        options: [
          { value: 'star', label: 'kudos.admin.star_label' },
          { value: 'heart', label: 'kudos.admin.heart_label' },
        ],
        other: 'kudos.admin.other_icon_label',
      },
      label: 'kudos.admin.icon_label',
    },
  },
  kudos_picture: {
    schema: storedPicture(),
    default: null,
    form: {
      section: look,
      order: 3,
      field: { kind: 'picture', within: { width: 200, height: 80 } },
      label: 'kudos.admin.picture_label',
      help: 'kudos.admin.picture_text',
    },
  },
  kudos_style: {
    schema: storedText({ max: 5000 }),
    default: '',
    form: { section: look, order: 4, field: { kind: 'code' }, label: 'kudos.admin.style_label' },
  },
  kudos_rules: {
    schema: storedText({ max: 2000 }),
    default: '',
    form: { section: advanced, order: 1, field: { kind: 'longText' }, label: 'kudos.admin.rules_label' },
  },
  kudos_token: {
    schema: storedText({ max: 200 }),
    default: '',
    form: {
      section: advanced,
      order: 2,
      field: { kind: 'secret' },
      label: 'kudos.admin.token_label',
      help: 'kudos.admin.token_text',
    },
  },
}
