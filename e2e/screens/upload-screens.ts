import { Buffer } from 'node:buffer'
import { blackPng } from '@parley/testing/png'
import { adminPage } from './admin-screens.ts'
import { grant } from './send-as.ts'
import type { Screen, Stage } from './stage.ts'

const image = { name: 'harbor.png', mimeType: 'image/png', buffer: blackPng(64) }
const note = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Low tide at six.') }

/** Begins a reply as a member who may upload. */
async function beginReply({ forum, on, samples }: Stage): Promise<void> {
  await grant(forum, 'fof-upload.upload', [3])
  await on.discussion.goto(samples.rich.id)
  await on.discussion.replyLink.click()
}

/** The screens of uploads. */
export const uploadScreens: Readonly<Record<string, Screen>> = {
  'upload-composer': {
    what: 'composer, with an image and a file that is refused',
    as: 'member',
    async open(stage) {
      await beginReply(stage)
      const { region } = stage.on.composer
      const choosing = stage.page.waitForEvent('filechooser')
      await stage.on.composer.button('Upload files').click()
      await (await choosing).setFiles([image, note])
      await region.getByRole('textbox', { name: /^Describe the image/ }).waitFor()
      await region.getByRole('list', { name: 'Uploads' }).getByRole('alert').waitFor()
    },
  },
  'upload-drop': {
    what: 'composer, with files above it',
    as: 'member',
    at: ['desktop', 'tablet'],
    holdsPointer: true,
    async open(stage) {
      await beginReply(stage)
      await stage.on.composer.region.evaluate((composer) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([], 'harbor.png'))
        composer.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
      })
      await stage.page.getByText('Drop files here').waitFor()
    },
  },
  'admin-upload': {
    ...adminPage('/admin/extensions/upload', '', ({ page }) =>
      page.getByText('What the choices for posts mean').click(),
    ),
    what: '`/admin/extensions/{id}`, settings of uploads',
  },
  'admin-upload-inspect': {
    ...adminPage('/admin/extensions/upload', '', async ({ page }) => {
      await page.getByRole('button', { name: 'Inspect a file' }).click()
      const modal = page.getByRole('dialog', { name: 'Inspect a file' })
      await modal.locator('input[type=file]').setInputFiles(note)
      await modal.getByText('text/plain').waitFor()
    }),
    what: 'modal to inspect a file',
  },
}
