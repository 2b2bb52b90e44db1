import { type Setting, storedFlag, storedNumber } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    'fof-user-bio.maxLength': number
    'fof-user-bio.maxLines': number
    'fof-user-bio.allowFormatting': boolean
  }
}

/** Bios come with every member of a list, and are rendered there. */
const length = { min: 1, max: 1000 }
const lines = { min: 5, max: 50 }

const maxLength: Setting<number> = {
  schema: storedNumber(length),
  default: 200,
  public: true,
  json: 'integer',
  form: { order: 1, field: { kind: 'number', ...length }, label: 'bio.admin.setting.bioLimit' },
}

/** 0 until administrators choose: the client then has 5 lines. */
const maxLines: Setting<number> = {
  schema: storedNumber({ ...lines, min: 0 }),
  default: 0,
  public: true,
  json: 'integer',
  form: { order: 2, field: { kind: 'number', ...lines }, label: 'bio.admin.setting.maxLines' },
}

const allowFormatting: Setting<boolean> = {
  schema: storedFlag(),
  default: false,
  form: {
    order: 3,
    field: { kind: 'switch' },
    label: 'bio.admin.setting.allowFormatting',
    help: 'bio.admin.setting.allowFormatting_help',
  },
}

export const bioSettings: Readonly<Record<string, Setting>> = {
  'fof-user-bio.maxLength': maxLength,
  'fof-user-bio.maxLines': maxLines,
  'fof-user-bio.allowFormatting': allowFormatting,
} as Record<string, Setting>
