import { type AttachmentHandler, defineComposerExtension } from '@parley/client'
import { mediaCommand } from '../media/command.ts'
import { storeFile } from '../store-file.ts'
import { describable } from './describable.ts'

const files: AttachmentHandler = {
  accept: ['*'],
  when: ({ app: { forum } }) => forum['fof-upload.canUpload'] === true,
  async upload(file, { app, signal, onProgress, send }) {
    const [stored] = await storeFile(app, file, { signal, onProgress, send })
    return stored ? describable(stored) : ''
  },
}

/** Files in the composer: chosen by a button, pasted or dropped. */
export default defineComposerExtension({
  commands: { media: mediaCommand },
  attachments: {
    chosen: {
      ...files,
      button: { label: 'upload.forum.buttons.upload', icon: 'attach' },
      when: (context) =>
        files.when?.(context) === true &&
        context.app.forum['fof-upload.composerButtonVisiblity'] !== 'media-btn',
    },
    // Without a button.
    others: files,
  },
})
