import { defineExtension, writeAuditEntry } from '@parley/server'

declare module '@parley/server' {
  interface AuditActions {
    'discussion.renamedLate': { title: string }
  }
}

/** The audit log has an entry when a title changes. */
export default defineExtension({
  audit: {
    'discussion.renamedLate': {
      text: 'titles.audit.renamed_text',
      target: 'discussions',
      fields: { title: { label: 'titles.audit.title_label' } },
    },
  },
  on: {
    async 'discussion.renamed'({ discussion: { id, title }, previousTitle }, context) {
      await writeAuditEntry(context, 'discussion.renamedLate', {
        target: { id, name: title },
        changes: { title: [previousTitle, title] },
      })
    },
  },
})
