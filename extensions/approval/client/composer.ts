import { defineComposerExtension } from '@parley/client'

/** Tells who writes that a moderator will review it. */
export default defineComposerExtension({
  sent: {
    approval: ({ app, target, record }) => {
      if (target.kind === 'edit' || record.isApproved !== false) return undefined
      return { text: app.t(`approval.forum.sent.${target.kind}_message`), isPrivate: true }
    },
  },
})
