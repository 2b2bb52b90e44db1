import { eachTestForum, makeUser } from '@parley/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { defineExtension } from '../../points/extension.ts'
import { storedPicture } from '../../points/settings/stored-values.ts'

const badges = {
  id: 'badges',
  title: 'Badges',
  version: '1.0.0',
  declaration: defineExtension({
    settings: {
      'badges.picture': {
        schema: storedPicture(),
        default: null,
        public: 'badgeUrl',
        json: 'string?',
        form: { field: { kind: 'picture', within: { width: 40, height: 40 } }, label: 'core.ref.posts' },
      },
    },
  }),
}

const path = '/api/admin/settings/badges.picture/picture'

async function upload(width = 80, height = 20): Promise<FormData> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
  return form
}

eachTestForum((open) => {
  test('an administrator sets, replaces and removes the picture of a setting, which visitors get', async () => {
    const forum = await open({ extensions: [badges] })
    const admin = await forum.as(1)
    const shown = async () => (await forum.guest().get('/api')).body.data.attributes.badgeUrl
    expect(await shown()).toBeNull()
    const put = async () => {
      expect((await admin.postFiles(path, await upload())).status).toBe(204)
      return new URL(String(await shown())).pathname
    }
    const first = await put()
    expect(first).toMatch(/^\/assets\/extensions\/badges\/badges-picture-[a-z0-9]{8}\.png$/)
    const { bytes } = await forum.guest().get(first)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 10 })
    const second = await put()
    expect((await forum.guest().get(first)).status).toBe(404)
    const { body } = await admin.get('/api/admin/settings?page=badges')
    expect(body).toMatchObject({ data: [{ attributes: { value: `http://localhost${second}` } }] })
    expect((await admin.delete(path)).status).toBe(204)
    expect(await shown()).toBeNull()
    expect((await forum.guest().get(second)).status).toBe(404)
    const entries = await forum.current.database.read
      .selectFrom('audit_entries')
      .select('action')
      .where('action', '=', 'settings.changed')
      .execute()
    expect(entries).toHaveLength(3)
  })

  test('the picture is deleted with what the extension has stored', async () => {
    const forum = await open({ extensions: [badges] })
    const admin = await forum.as(1)
    await admin.postFiles(path, await upload())
    const url = new URL(String((await forum.guest().get('/api')).body.data.attributes.badgeUrl)).pathname
    expect((await forum.guest().get(url)).status).toBe(200)
    await forum.current.extensions.purge('badges', forum.asSystem())
    expect((await forum.guest().get(url)).status).toBe(404)
  })

  test('a file that the setting does not own stays', async () => {
    const forum = await open({ extensions: [badges] })
    const admin = await forum.as(1)
    await forum.current.files.write('logo-1.png', Buffer.from('x'))
    await admin.post('/api/settings', { 'badges.picture': 'logo-1.png' })
    expect((await admin.delete(path)).status).toBe(204)
    expect((await forum.guest().get('/assets/logo-1.png')).status).toBe(200)
  })

  test('others are refused; what is no picture and no setting of pictures too', async () => {
    const forum = await open({ extensions: [badges] })
    const admin = await forum.as(1)
    const member = await forum.as(await makeUser(forum))
    expect((await member.postFiles(path, await upload())).status).toBe(403)
    expect((await member.delete(path)).status).toBe(403)
    const wrong = new FormData()
    wrong.set('picture', new Blob(['x']), 'a.png')
    const answer = await admin.postFiles(path, wrong)
    expect([answer.status, answer.body.errors[0]?.source?.pointer]).toEqual([
      422,
      '/data/attributes/badges.picture',
    ])
    for (const key of ['forum_title', 'logo_path', 'unknown']) {
      expect((await admin.postFiles(`/api/admin/settings/${key}/picture`, await upload())).status).toBe(404)
      expect((await admin.delete(`/api/admin/settings/${key}/picture`)).status).toBe(404)
    }
  })
})
