import type { App, EditorCommand } from '@parley/client'
import type { MediaFile } from './library.ts'

/** Puts files that are stored already into the text. */
export const mediaCommand: EditorCommand = {
  label: 'upload.forum.buttons.media',
  icon: 'media',
  when: ({ app: { forum } }) =>
    forum['fof-upload.canUpload'] === true && forum['fof-upload.composerButtonVisiblity'] !== 'upload-btn',
  run({ app, editor }) {
    const { text, selection } = editor
    void choose(app).then((files) => {
      if (files.length === 0) return
      // Browsers forget the place below a dialog. An upload that has ended meanwhile has moved it.
      const end = editor.text.length
      const { start, end: behind } = editor.text === text ? selection : { start: end, end }
      editor.focus()
      editor.replace(start, behind, files.map(({ bbcode, url }) => bbcode ?? url).join('\n'))
    })
  },
}

/** Opens the media manager. @returns what was chosen there; none if it was closed, or could not be loaded. */
async function choose(app: App): Promise<readonly MediaFile[]> {
  try {
    const { MediaModal } = await app.connection.load(() => import('./MediaModal.tsx'))
    return ((await app.modals.show(MediaModal, { isMultiple: true })) ?? []) as readonly MediaFile[]
  } catch (error) {
    app.alerts.showError(error)
    return []
  }
}
