import { join } from 'node:path'
import { eachTestForum, makeUser, readExtension, startDiscussion } from '@parley/testing'
import { expect, test } from 'vitest'
import { fileOf, openUploads, upload } from '../../server/fixtures/forum.ts'
import { pictures } from '../../server/fixtures/samples.ts'

const uploads = await readExtension(join(import.meta.dirname, '../..'))
const thumbnail = await readExtension(join(import.meta.dirname, '../../../thumbnail'))

eachTestForum((open) => {
  test('a discussion has an uploaded picture as its thumbnail', async () => {
    const { forum, member } = await openUploads(await open({ extensions: [uploads, thumbnail] }), makeUser)
    const { uuid, url } = fileOf(await upload(member, { 'cat.png': pictures.png }))
    const content = `[upl-file uuid=${uuid} size=1kB]cat.png[/upl-file] [upl-image-preview uuid=${uuid} url=${url} alt={TEXT?}]`
    const { body } = await startDiscussion(member, { title: 'Cats', content })
    const { attributes } = (await forum.guest().get(`/api/discussions/${body.data.id}`)).body.data
    expect(attributes.customThumbnail).toBe(url)
  })
})
