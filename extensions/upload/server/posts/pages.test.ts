import { join } from 'node:path'
import { eachTestForum, makeUser, readExtension, startDiscussion } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { startS3Server } from '@parley/testing/s3-server'
import { describe, expect, test } from 'vitest'
import client from '../../client.tsx'
import { fileOf, openUploads, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'
import { eachStorage } from '../fixtures/storages.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

eachStorage({ describe, eachTestForum, startS3Server }, (open, startBucket) => {
  test('pages have the size of pictures, and kept ones follow a file that is hidden or deleted', async () => {
    const built = await pageClient({ upload: client })
    const { forum, admin, member } = await openUploads(
      await open({ client: built, extensions: [extension] }),
      makeUser,
      startBucket,
    )
    const { uuid, url } = fileOf(await upload(admin, { 'cat.png': pictures.png }, { shared: true }))
    const content = `[upl-image-preview uuid=${uuid} url=${url} alt={TEXT?}]\n\n![](https://a.example/b.png)`
    const { body } = await startDiscussion(member, { title: 'Cats', content })
    const page = async () => {
      const { text } = await forum.guest().get(`/d/${body.data.id}`)
      return /<div class="Prose[^>]*>(.*?)<\/div>/s.exec(text)?.[1] ?? ''
    }
    const shown = await page()
    expect(shown).toContain(
      `<img data-large width="4" height="3" style="width:min(4px,${128 / 3}rem)" class="FoFUpload--Upl-Image-Preview" src="${url}"`,
    )
    expect(shown).toContain('<img src="https://a.example/b.png"')
    expect(await page()).toBe(shown)
    await admin.patch('/api/fof/upload/hide', { uuid })
    const hidden = await page()
    expect(hidden).not.toContain('title="cat.png"')
    await admin.patch('/api/fof/upload/hide', { uuid })
    expect(await page()).toBe(shown)
    expect((await admin.delete(`/api/fof/upload/delete/${uuid}`)).status).toBe(204)
    expect(await page()).toContain('Deleted file')
  })
})
