import { defineClientExtension } from '@parley/client'

/** The name of a channel in the grid of the settings. */
export default defineClientExtension({
  notificationChannels: { pager: { label: 'pagers.forum.settings.pager_label' } },
})
