import { type Setting, storedFlag } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    'fof-discussion-thumbnail.link_to_discussion': boolean
  }
}

/** Whether thumbnails lead to the discussion, not to its author. */
export const linkToDiscussion: Setting<boolean> = {
  schema: storedFlag(),
  default: false,
  public: true,
  json: 'boolean',
  form: {
    field: { kind: 'switch' },
    label: 'thumbnail.admin.settings.link_to_discussion_label',
    help: 'thumbnail.admin.settings.link_to_discussion_text',
  },
}
