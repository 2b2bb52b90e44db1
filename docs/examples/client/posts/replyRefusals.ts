import { defineClientExtension } from '@parley/client'

/** Says why a discussion of the archive takes no replies. */
export default defineClientExtension({
  replyRefusals: {
    archived: {
      icon: 'clock',
      label: 'archive.forum.reply.archived_label',
      text: 'archive.forum.reply.archived_text',
      applies: ({ title }) => title.startsWith('Archive:'),
    },
  },
})
