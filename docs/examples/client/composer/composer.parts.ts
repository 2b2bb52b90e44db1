import { defineComposerExtension } from '@parley/client'

/** A button that inserts a line, and a question before a very short reply is sent. */
export default defineComposerExtension({
  commands: {
    line: {
      label: 'lines.forum.composer.line_button',
      icon: 'minus',
      key: 'Mod+Shift+l',
      run: ({ editor }) => void editor.insert('\n\n---\n\n'),
    },
  },
  steps: {
    length: async ({ app, fields, target }) => {
      if (target.kind !== 'reply' || fields.content.length > 10) return undefined
      const isSure = await app.modals.confirm({
        title: app.t('lines.forum.composer.short_confirmation'),
        confirmLabel: app.t('lines.forum.composer.send_button'),
      })
      return isSure ? undefined : 'cancel'
    },
  },
})
