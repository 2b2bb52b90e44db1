import { join } from 'node:path'
import { fillText, renderContent } from '@parley/server'
import type { InstalledExtension } from '@parley/server/extensions'
import { eachTestForum, makeUser, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'
import { fileOf, openUploads, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

/** Renders a text that is no post, for the sender of the request. */
const texts: InstalledExtension = {
  id: 'texts',
  title: 'Texts',
  version: '1.0.0',
  declaration: {
    routes: [
      {
        method: 'POST',
        path: '/api/texts',
        async run({ body }, context) {
          const { content_html } = renderContent(context.forum, String(body.content))
          return { status: 200, json: { html: await fillText(content_html ?? '', context) } }
        },
      },
    ],
  },
}

eachTestForum((open) => {
  test('a file in a text that is no post is shown at its current address, and one that is gone is not', async () => {
    const { member, admin } = await openUploads(await open({ extensions: [extension, texts] }), makeUser)
    const { uuid, url } = fileOf(await upload(member, { 'train.png': pictures.png }))
    const html = async (content: string) =>
      String(((await admin.post('/api/texts', { content })).body as unknown as { html: string }).html)
    const preview = `[upl-image-preview uuid=${uuid} url=http://elsewhere.example/x.png alt={TEXT?}]`
    expect(await html(preview)).toContain(`src="${url}"`)
    expect((await admin.delete(`/api/fof/upload/delete/${uuid}`)).status).toBe(204)
    expect(await html(preview)).not.toContain(url)
  })
})
