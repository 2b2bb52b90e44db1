import { eachTestForum, makeUser, type TestForum } from '@parley/testing'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { forAllRows } from '../../points/access/policies.ts'
import { deny } from '../../points/access/verdicts.ts'
import { defineExtension } from '../../points/extension.ts'
import { storeAvatar } from './avatars.ts'

const picture = (color = '#336699', format: 'png' | 'gif' | 'webp' | 'avif' | 'jpeg' = 'png') =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer()

function formWith(bytes: Uint8Array, { name = 'me.png', type = 'image/png', field = 'avatar' } = {}) {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), name)
  return form
}

const avatarFiles = (forum: TestForum) => forum.current.files.list('avatars')
const pathOf = (id: number) => `/api/users/${id}/avatar`

eachTestForum((open) => {
  const openWithUsers = async () => {
    const forum = await open()
    const [user, other] = [await makeUser(forum), await makeUser(forum)]
    return { forum, user, client: await forum.as(user), other: await forum.as(other) }
  }

  describe('uploading', () => {
    test('B385 the stored file is a 100×100 PNG with a new random name, and the old file is deleted', async () => {
      const { forum, user, client } = await openWithUsers()
      const first = await client.postFiles(pathOf(user.id), formWith(await picture()))
      expect(first.status).toBe(200)
      const url = String(first.body.data.attributes.avatarUrl)
      expect(url).toMatch(/^http:\/\/localhost\/assets\/avatars\/[A-Za-z0-9]{16}\.png$/)
      const { status, headers, bytes } = await forum.guest().get(new URL(url).pathname)
      expect({ status, contentType: headers['content-type'] }).toEqual({
        status: 200,
        contentType: 'image/png',
      })
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 100, height: 100 })

      const second = await client.postFiles(pathOf(user.id), formWith(await picture('#ff0000')))
      expect(second.body.data.attributes.avatarUrl).not.toBe(url)
      expect((await forum.guest().get(new URL(url).pathname)).status).toBe(404)
      expect(await avatarFiles(forum)).toHaveLength(1)
    })

    test('the answer is the full form, without one’s own private attributes', async () => {
      const { user, client } = await openWithUsers()
      const { body } = await client.postFiles(pathOf(user.id), formWith(await picture()))
      expect(body.data).toMatchObject({ type: 'users', id: String(user.id), attributes: { canEdit: false } })
      expect(body.data.attributes).not.toHaveProperty('preferences')
      expect(body.data).not.toHaveProperty('relationships')
    })

    test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('%s is accepted', async (format) => {
      const { user, client } = await openWithUsers()
      const form = formWith(await picture('#123456', format), { name: 'noending', type: `image/${format}` })
      expect((await client.postFiles(pathOf(user.id), form)).status).toBe(200)
    })

    test('a URL of another site is replaced', async () => {
      const { forum, client } = await openWithUsers()
      const user = await makeUser(forum, { avatar_url: 'https://elsewhere.example/a.png' })
      const own = await forum.as(user)
      expect((await own.get(`/api/users/${user.id}`)).body.data.attributes.avatarUrl).toBe(
        'https://elsewhere.example/a.png',
      )
      expect((await own.postFiles(pathOf(user.id), formWith(await picture()))).status).toBe(200)
      expect(await avatarFiles(forum)).toHaveLength(1)
      expect(client).toBeDefined()
    })

    test('uploads at the same time leave one file, the one that is shown', async () => {
      const { forum, user, client } = await openWithUsers()
      const forms = await Promise.all(
        ['#111111', '#222222', '#333333', '#444444'].map((color) => picture(color)),
      )
      const answers = await Promise.all(
        forms.map((bytes) => client.postFiles(pathOf(user.id), formWith(bytes))),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const { body } = await client.get(`/api/users/${user.id}`)
      const shown = String(body.data.attributes.avatarUrl).split('/').pop()
      expect(await avatarFiles(forum)).toEqual([`avatars/${shown}`])
    })
  })

  describe('what is refused', () => {
    const cases: [
      string,
      (bytes: Buffer) => [Uint8Array, { name?: string; type?: string; field?: string }?],
      RegExp,
    ][] = [
      ['a field of another name', (bytes) => [bytes, { field: 'picture' }], /field is required/],
      [
        'a type that is not accepted',
        (bytes) => [bytes, { type: 'application/pdf' }],
        /types: jpg, jpeg, png/,
      ],
      [
        'SVG',
        () => [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), { type: 'image/svg+xml' }],
        /types:/,
      ],
      ['a name of a program', (bytes) => [bytes, { name: 'me.php' }], /types:/],
      ['a name of an old program', (bytes) => [bytes, { name: 'me.PHTML' }], /types:/],
      ['a text that calls itself a picture', () => [Buffer.from('hello')], /isn’t an image/],
      [
        'SVG that calls itself PNG',
        () => [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
        /image/,
      ],
      ['half a picture', (bytes) => [bytes.subarray(0, bytes.length / 2)], /image/],
      ['an empty file', () => [Buffer.of()], /image/],
      ['more than 2048 KB', () => [Buffer.alloc(2048 * 1024 + 1)], /at most 2048 KB/],
    ]
    test.each(cases)('%s is 422 and changes nothing', async (_, make, detail) => {
      const { forum, user, client } = await openWithUsers()
      const answer = await client.postFiles(pathOf(user.id), formWith(...make(await picture())))
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual([
        {
          status: '422',
          code: 'validation_error',
          detail: expect.stringMatching(detail),
          source: { pointer: '/data/attributes/avatar' },
        },
      ])
      expect(await avatarFiles(forum)).toEqual([])
      expect((await client.get(`/api/users/${user.id}`)).body.data.attributes.avatarUrl).toBeNull()
      expect(forum.logged).toEqual([])
    })

    test('JSON, no body and more than 4 MB', async () => {
      const { user, client } = await openWithUsers()
      for (const body of [{}, { avatar: 'x' }, undefined]) {
        const answer = await client.send(pathOf(user.id), { method: 'POST', body })
        expect(answer.body.errors[0]?.source?.pointer).toBe('/data/attributes/avatar')
      }
      const large = await client.postFiles(pathOf(user.id), formWith(Buffer.alloc(5 * 1024 * 1024)))
      expect({ status: large.status, code: large.body.errors[0]?.code }).toEqual({
        status: 413,
        code: 'payload_too_large',
      })
    })

    test('a change that fails leaves no file', async () => {
      const declaration = defineExtension({
        on: {
          'resource.changed': () => {
            throw new Error('no')
          },
        },
      })
      const forum = await open({ extensions: [{ id: 'no', title: 'no', version: '1.0.0', declaration }] })
      const user = await makeUser(forum)
      const answer = await (await forum.as(user)).postFiles(pathOf(user.id), formWith(await picture()))
      expect(answer.status).toBe(500)
      expect(await avatarFiles(forum)).toEqual([])
    })
  })

  describe('who may', () => {
    test('guests and other members may not, with the permission user.edit others may', async () => {
      const { forum, user, other } = await openWithUsers()
      const bytes = await picture()
      expect((await other.postFiles(pathOf(user.id), formWith(bytes))).status).toBe(403)
      const guest = forum.browser()
      await guest.get('/api')
      expect((await guest.postFiles(pathOf(user.id), formWith(bytes))).status).toBe(403)
      expect((await (await forum.as(1)).postFiles(pathOf(user.id), formWith(bytes))).status).toBe(200)
    })

    test('an unknown account is 404', async () => {
      const { forum } = await openWithUsers()
      const admin = await forum.as(1)
      for (const id of ['999', 'x', '1-admin', '%00', '9'.repeat(30)]) {
        expect((await admin.postFiles(`/api/users/${id}/avatar`, formWith(await picture()))).status).toBe(404)
        expect((await admin.delete(`/api/users/${id}/avatar`)).status).toBe(404)
      }
    })
  })

  describe('removing', () => {
    test('B226 one’s own avatar: 200 with the account, and the file is deleted', async () => {
      const { forum, user, client } = await openWithUsers()
      await client.postFiles(pathOf(user.id), formWith(await picture()))
      const { status, body } = await client.delete(pathOf(user.id))
      expect({ status, avatarUrl: body.data.attributes.avatarUrl }).toEqual({ status: 200, avatarUrl: null })
      expect(await avatarFiles(forum)).toEqual([])
      expect((await client.delete(pathOf(user.id))).status).toBe(200)
    })

    test('B236 another user’s avatar: 403', async () => {
      const { forum, user, client, other } = await openWithUsers()
      await client.postFiles(pathOf(user.id), formWith(await picture()))
      expect((await other.delete(pathOf(user.id))).status).toBe(403)
      expect(await avatarFiles(forum)).toHaveLength(1)
    })
  })

  test('an extension refuses new pictures and lets old ones be removed; the own document says so', async () => {
    const refuses = forAllRows(() => deny)
    const declaration = defineExtension({ policies: { users: { uploadAvatar: refuses } } })
    const extension = { id: 'no', title: 'no', version: '1.0.0', declaration }
    for (const { extensions, isAllowed } of [
      { extensions: [], isAllowed: true },
      { extensions: [extension], isAllowed: false },
    ]) {
      const forum = await open({ extensions })
      const user = await makeUser(forum)
      const client = await forum.as(user)
      const { attributes } = (await client.get(`/api/users/${user.id}`)).body.data
      expect(attributes.canUploadAvatar).toBe(isAllowed)
      const { status } = await client.postFiles(pathOf(user.id), formWith(await picture()))
      expect(status).toBe(isAllowed ? 200 : 403)
      expect((await client.delete(pathOf(user.id))).status).toBe(200)
      const { data } = (await (await forum.as(1)).get(`/api/users/${user.id}`)).body
      expect(data.attributes).not.toHaveProperty('canUploadAvatar')
    }
  })

  test('storeAvatar names the invalid field', async () => {
    const forum = await open()
    const context = forum.asSystem()
    await expect(storeAvatar(context, Buffer.from('x'), 'avatar_url')).rejects.toMatchObject({
      problems: [{ pointer: '/data/attributes/avatar_url' }],
    })
    const name = await storeAvatar(context, await picture())
    expect(await avatarFiles(forum)).toEqual([`avatars/${name}`])
  })
})
