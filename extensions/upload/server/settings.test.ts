import { join } from 'node:path'
import { eachTestForum, makeUser, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'
import { fileOf, openUploads, pathOfUrl, setUp, upload } from './fixtures/forum.ts'
import { pictures } from './fixtures/samples.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))

interface Listed {
  id: string
  attributes: { value: string | null; section: { heading: string } }
}

eachTestForum((open) => {
  test('administrators get the settings in the order of their sections, with defaults that can be saved', async () => {
    const { admin } = await openUploads(await open({ extensions: [extension] }), makeUser)
    const { body } = await admin.get('/api/admin/settings?page=upload')
    const listed = body.data as unknown as Listed[]
    expect([...new Set(listed.map(({ attributes }) => attributes.section.heading))]).toEqual([
      'Files',
      'Composer',
      'Image size',
      'File extensions',
      'Watermark',
      'SVG images',
      'Downloads from other sites',
      'Download log',
      'Content delivery network (CDN)',
      'Amazon S3',
      'Other storage that works like S3',
    ])
    const values = Object.fromEntries(listed.map(({ id, attributes }) => [id, attributes.value ?? '']))
    expect(JSON.parse(values['fof-upload.mimeTypes'] ?? '')).toEqual({
      '^image\\/(jpeg|png|gif|webp|avif|bmp|tiff|svg\\+xml)$': {
        adapter: 'local',
        template: 'image-preview',
      },
    })
    const { 'fof-watermark_path': _, ...texts } = values
    expect((await admin.post('/api/settings', texts)).status).toBe(204)
  })

  test('new files have addresses of the network; their bytes stay with the forum', async () => {
    const { forum, member, admin } = await openUploads(await open({ extensions: [extension] }), makeUser)
    const former = fileOf(await upload(member, { 'a.png': pictures.png })).url
    await setUp(admin, { 'fof-upload.cdnUrl': ' https://cdn.example/forum/ ' })
    const { path, url } = fileOf(await upload(member, { 'b.png': pictures.png }))
    expect(url).toBe(`https://cdn.example/forum/assets/files/${path}`)
    expect((await forum.guest().get(`/assets/files/${path}`)).status).toBe(200)
    await setUp(admin, { 'fof-upload.cdnUrl': '' })
    const { url: later } = fileOf(await upload(member, { 'c.png': pictures.png }))
    for (const own of [former, later]) expect((await forum.guest().get(pathOfUrl(own))).status).toBe(200)
    for (const value of [
      'cdn.example',
      'javascript:alert(1)',
      'https://a b',
      'https://a/?q',
      'https://a"b',
      'https://u@a',
    ])
      expect([value, (await admin.post('/api/settings', { 'fof-upload.cdnUrl': value })).status]).toEqual([
        value,
        422,
      ])
  })
})
