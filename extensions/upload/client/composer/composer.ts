import { type AttachmentHandler, defineComposerExtension } from '@parley/client'
import type { StoredFile } from '../../shared.ts'
import { mediaCommand } from '../media/command.ts'
import { describable } from './describable.ts'

const files: AttachmentHandler = {
  accept: ['*'],
  when: ({ app: { forum } }) => forum['fof-upload.canUpload'] === true,
  async upload(file, { send }) {
    const form = new FormData()
    form.append('files[]', file)
    const { data } = await send<{ data: [{ attributes: StoredFile }] }>('/fof/upload', form)
    return describable(data[0].attributes)
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
