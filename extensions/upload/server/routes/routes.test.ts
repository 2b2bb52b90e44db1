import { join } from 'node:path'
import { eachTestForum, grant, makeDiscussion, makeUser, readExtension } from '@parley/testing'
import { startS3Server } from '@parley/testing/s3-server'
import { describe, expect, test } from 'vitest'
import { fileAt, fileOf, openUploads, outcome, pathOfUrl, setUp, stored, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'
import { eachStorage } from '../fixtures/storages.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const file = { 'a.png': pictures.png }
const unknown = '00000000-0000-4000-8000-000000000000'
const baseNames = (data: unknown) =>
  (data as { attributes: { baseName: string } }[]).map(({ attributes }) => attributes.baseName)

eachStorage({ describe, eachTestForum, startS3Server }, (open, startBucket) => {
  const openForum = async () => openUploads(await open({ extensions: [extension] }), makeUser, startBucket)

  test('upload-5: an administrator deletes a file for ever; its owner does not', async () => {
    const { forum, member, admin } = await openForum()
    const { uuid, url } = fileOf(await upload(member, file))
    const address = `/api/fof/upload/delete/${uuid}`
    expect(outcome(await member.delete(address))).toEqual([403, 'permission_denied', undefined])
    expect((await fileAt(forum, url)).status).toBe(200)
    expect((await admin.delete(address)).status).toBe(204)
    expect(await stored(forum)).toEqual({ files: [], rows: 0 })
    expect((await fileAt(forum, url)).status).toBe(404)
    for (const client of [admin, member])
      for (const gone of [uuid, unknown, 'x', '..%2f..', '%00', "'"])
        expect([gone, (await client.delete(`/api/fof/upload/delete/${gone}`)).status]).toEqual([gone, 404])
  })

  test('those who manage shared files delete them, and no others', async () => {
    const { forum, member, admin, user } = await openForum()
    const own = fileOf(await upload(member, file))
    await grant(forum, 'fof-upload.upload-shared-files', [3])
    const shared = await upload(member, file, { shared: true })
    expect(shared.body.data).toMatchObject([{ attributes: { canDelete: true, canHide: false } }])
    expect((await member.delete(`/api/fof/upload/delete/${fileOf(shared).uuid}`)).status).toBe(204)
    expect((await member.delete(`/api/fof/upload/delete/${own.uuid}`)).status).toBe(403)
    expect(user.id).toBeGreaterThan(1)
    expect((await admin.delete(`/api/fof/upload/delete/${own.uuid}`)).status).toBe(204)
  })

  test('upload-14: hiding needs a log-in, then a uuid, then one that is known', async () => {
    const { forum, member } = await openForum()
    const guest = forum.browser()
    await guest.get('/api')
    const hide = '/api/fof/upload/hide'
    expect(outcome(await guest.patch(hide, { uuid: unknown }))).toEqual([401, 'not_authenticated', undefined])
    for (const uuid of ['', null, undefined, [unknown], { a: 1 }, 5]) {
      const answer = await member.patch(hide, { uuid })
      expect(outcome(answer)).toEqual([422, 'validation_error', '/data/attributes/uuid'])
      expect(answer.body.errors?.[0]?.detail).toBe('UUID cannot be empty.')
    }
    for (const uuid of [unknown, 'x', 'a\u0000', 'a'.repeat(5000)])
      expect((await member.patch(hide, { uuid })).status).toBe(404)
  })

  test('upload-15: the owner hides a file and shows it again; another member is refused', async () => {
    const { forum, member, admin } = await openForum()
    const { uuid, url } = fileOf(await upload(member, file))
    const other = await forum.as(await makeUser(forum))
    const change = (client: typeof member) => client.patch('/api/fof/upload/hide', { uuid })
    expect((await change(other)).status).toBe(403)
    for (const [client, hidden] of [
      [member, true],
      [member, false],
      [admin, true],
      [await forum.as(await makeUser(forum, { groupIds: [4] })), false],
    ] as const) {
      const { status, body } = await change(client)
      expect([status, body.data]).toMatchObject([200, { type: 'files', attributes: { uuid, hidden, url } }])
    }
    expect((await change(other)).status).toBe(403)
    expect((await member.get('/api/fof/uploads')).body.data).toMatchObject([
      { attributes: { hidden: false } },
    ])
  })

  test('upload-12, upload-17: a hidden shared file has no public address, but a download', async () => {
    const { forum, member, admin } = await openForum()
    const { uuid, url, path } = fileOf(await upload(admin, file, { shared: true }))
    const change = () => admin.patch('/api/fof/upload/hide', { uuid })
    const hidden = await change()
    const download = `http://localhost/api/fof/download/${uuid}`
    expect([hidden.status, hidden.body.data]).toMatchObject([
      200,
      { type: 'shared-files', attributes: { hidden: true, isPrivateShared: true, url: download } },
    ])
    expect((await stored(forum)).files).toEqual([`.private/files/${path}`])
    expect((await fileAt(forum, url)).status).toBe(404)
    const answer = await admin.get(pathOfUrl(download))
    expect([answer.status, answer.headers]).toMatchObject([
      200,
      {
        'content-type': 'application/force-download',
        'content-disposition': 'attachment; filename=a.png',
        'x-content-type-options': 'nosniff',
      },
    ])
    expect((await member.get(pathOfUrl(download))).status).toBe(403)
    expect((await change()).body.data.attributes).toMatchObject({ hidden: false, url })
    expect((await stored(forum)).files).toEqual([`files/${path}`])
  })

  test('lists have the newest first, in pages, without hidden and shared files', async () => {
    const { member, admin, user } = await openForum()
    for (const name of ['one.png', 'two.png', 'three.png']) await upload(member, { [name]: pictures.png })
    await upload(member, { 'hidden.png': pictures.png }, { hidden: true })
    await upload(admin, { 'shared.png': pictures.png }, { shared: true })
    const { body } = await member.get('/api/fof/uploads?page[limit]=2&sort=id')
    expect(baseNames(body.data)).toEqual(['three.png', 'two.png'])
    expect(body.links).toMatchObject({ first: expect.any(String), next: expect.stringContaining('offset') })
    const next = await member.get(`/api/fof/uploads?page[limit]=2&page[offset]=2&filter[user]=${user.id}`)
    expect(baseNames(next.body.data)).toEqual(['one.png'])
    expect(next.body.links).toMatchObject({ prev: expect.any(String) })
  })

  test('the files of another user need the permission; bad filters are 422', async () => {
    const { forum, member, user } = await openForum()
    await upload(member, file)
    const moderator = await forum.as(await makeUser(forum, { groupIds: [4] }))
    const other = await forum.as(await makeUser(forum))
    const address = `/api/fof/uploads?filter[user]=${user.id}`
    expect((await forum.guest().get(address)).status).toBe(401)
    expect((await other.get(address)).status).toBe(403)
    expect((await other.get('/api/fof/uploads')).body.data).toEqual([])
    expect(baseNames((await moderator.get(address)).body.data)).toEqual(['a.png'])
    expect((await moderator.get('/api/fof/uploads?filter[user]=999999')).body.data).toEqual([])
    for (const value of ['x', '', '-1', '1e3', '99999999999999999999'])
      expect(outcome(await member.get(`/api/fof/uploads?filter[user]=${value}`))).toEqual([
        422,
        'validation_error',
        '/data/attributes/message',
      ])
    expect((await member.get('/api/fof/uploads?filter[user][]=1')).status).toBe(422)
  })

  test('everyone sees shared files; hidden ones only those who manage them', async () => {
    const { forum, member, admin } = await openForum()
    await upload(admin, { 'shown.png': pictures.png }, { shared: true })
    await upload(admin, { 'hidden.png': pictures.png }, { shared: true, hidden: true })
    await upload(member, file)
    for (const client of [forum.guest(), member]) {
      const { status, body } = await client.get('/api/fof/upload/shared-files')
      expect([status, baseNames(body.data)]).toEqual([200, ['shown.png']])
    }
    const all = (await admin.get('/api/fof/upload/shared-files')).body.data
    expect(baseNames(all)).toEqual(['hidden.png', 'shown.png'])
  })

  test('a download of a post needs the right, the token of the session, and a visible post', async () => {
    const { forum, member, user } = await openForum()
    const { uuid } = fileOf(await upload(member, file))
    await makeDiscussion(forum, {
      id: 3,
      posts: [{ id: 5 }, { id: 6, hidden_at: '2024-01-01T00:00:00.000Z' }],
    })
    const browser = await forum.browserOf(user)
    await browser.get('/api')
    const other = forum.browser()
    await other.get('/api')
    const address = (post: string | number, token: string) => `/api/fof/download/${uuid}/${post}/${token}`
    const get = async (client: typeof browser, post: string | number, token: string) =>
      (await client.get(address(post, encodeURIComponent(token)))).status
    const { csrfToken } = browser
    expect(await get(browser, 5, csrfToken)).toBe(403)
    await grant(forum, 'fof-upload.download', [3])
    expect(await get(browser, 5, csrfToken)).toBe(200)
    for (const [post, token] of [
      [5, 'x'],
      [5, other.csrfToken],
      [5, `${csrfToken}x`],
      [6, csrfToken],
      [7, csrfToken],
      ['x', csrfToken],
      ['5e0', csrfToken],
    ] as const)
      expect([post, await get(browser, post, token)]).toEqual([post, 404])
    expect(await get(other, 5, other.csrfToken)).toBe(403)
    await grant(forum, 'fof-upload.download', [2])
    expect(await get(other, 5, other.csrfToken)).toBe(200)
    expect((await browser.get(`/api/fof/download/${unknown}/5/${csrfToken}`)).status).toBe(404)
    const admin = await forum.as(1)
    await setUp(admin, { 'fof-upload.disableHotlinkProtection': '1' })
    expect(await get(browser, 5, 'x')).toBe(200)
    const rows = await forum.current.database.read
      .selectFrom('fof_upload_downloads')
      .select(['file_id', 'discussion_id', 'post_id', 'actor_id'])
      .orderBy('id')
      .execute()
    const row = { file_id: 1, discussion_id: 3, post_id: 5, actor_id: user.id }
    expect(rows).toEqual([row, { ...row, actor_id: null }, row])
    await setUp(admin, { 'fof-upload.disableDownloadLogging': '1' })
    expect(await get(browser, 5, 'x')).toBe(200)
    const { count } = await forum.current.database.read
      .selectFrom('fof_upload_downloads')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(3)
    expect(JSON.stringify(forum.logged)).not.toContain(csrfToken)
  })

  test('a file that this forum does not keep has no download', async () => {
    const { forum, member, admin } = await openForum()
    const { uuid } = fileOf(await upload(member, file))
    await forum.current.database.transaction((db) =>
      db
        .updateTable('fof_upload_files')
        .set({ upload_method: 'imgur', url: 'https://i.example/a.png' })
        .execute(),
    )
    expect((await admin.get(`/api/fof/download/${uuid}`)).status).toBe(404)
    expect((await admin.delete(`/api/fof/upload/delete/${uuid}`)).status).toBe(204)
  })

  test('administrators ask what the forum makes of a file', async () => {
    const { forum, member, admin } = await openForum()
    const ask = (client: typeof admin, content: string | Buffer, name: string) => {
      const form = new FormData()
      form.append('files[]', new Blob([content as Buffer<ArrayBuffer>]), name)
      return client.postFiles('/api/fof/upload/inspect-mime', form)
    }
    const address = '/api/fof/upload/inspect-mime'
    expect((await ask(member, pictures.png, 'a.png')).status).toBe(403)
    expect(outcome(await admin.postFiles(address, new FormData()))).toEqual([
      400,
      'invalid_parameter',
      '/data/attributes/files',
    ])
    const type = { mime_detector: 'image/png', php_mime: 'image/png', guessed_extension: 'png' }
    expect((await ask(admin, pictures.png, 'a.png')).body).toEqual({ laravel_validation: true, ...type })
    expect((await ask(admin, pictures.png, 'a.jpg')).body).toMatchObject({
      laravel_validation: false,
      laravel_validation_error: 'This file is damaged, or isn’t what its name says: a.jpg',
      ...type,
    })
    expect((await ask(admin, Buffer.from([1, 2, 3, 250]), 'a')).body).toEqual({
      laravel_validation: false,
      laravel_validation_error: 'Can’t tell what kind of file this is: a',
    })
    await expect.poll(() => stored(forum)).toEqual({ files: [], rows: 0 })
  })

  test('a watermark is stored, shown, put onto pictures, and removed', async () => {
    const { forum, member, admin } = await openForum()
    const address = '/api/fof/watermark'
    const form = new FormData()
    form.append('fof-watermark', new Blob([new Uint8Array(pictures.gif)]), 'mark.gif')
    expect((await member.postFiles(address, form)).status).toBe(403)
    expect((await member.delete(address)).status).toBe(403)
    expect(outcome(await admin.postFiles(address, new FormData()))).toEqual([
      422,
      'validation_error',
      '/data/attributes/fof-watermark',
    ])
    const { status, body } = await admin.postFiles(address, form)
    const shown = String(body.data.attributes['fof-watermarkUrl'])
    expect([status, shown]).toEqual([
      200,
      expect.stringMatching(/^http:\/\/localhost\/assets\/fof-upload-watermark-[a-z\d]{8}\.png$/),
    ])
    expect((await forum.guest().get(pathOfUrl(shown))).status).toBe(200)
    const plain = await fileAt(forum, fileOf(await upload(member, file)).url)
    await setUp(admin, { 'fof-upload.addsWatermarks': '1', 'fof-upload.watermarkPosition': 'top-left' })
    const marked = await fileAt(forum, fileOf(await upload(member, file)).url)
    expect(marked.bytes.equals(plain.bytes)).toBe(false)
    expect((await admin.delete(address)).status).toBe(204)
    expect((await forum.guest().get('/api')).body.data.attributes).not.toHaveProperty('fof-watermarkUrl')
    expect((await forum.guest().get(pathOfUrl(shown))).status).toBe(404)
    expect((await upload(member, file)).status).toBe(200)
  })
})
