import { join } from 'node:path'
import { Description, eachTestForum, makeUser, readExtension } from '@parley/testing'
import { startS3Server } from '@parley/testing/s3-server'
import { describe, expect, test } from 'vitest'
import {
  allowTypes,
  fileAt,
  fileOf,
  keepInBucket,
  openUploads,
  outcome,
  refused,
  setUp,
  stored,
  upload,
} from '../fixtures/forum.ts'
import { pictures, svgOf, withText, zipOf } from '../fixtures/samples.ts'
import { eachStorage } from '../fixtures/storages.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

eachStorage({ describe, eachTestForum, startS3Server }, (open, startBucket) => {
  const openForum = async () => openUploads(await open({ extensions: [extension] }), makeUser, startBucket)

  test('upload-2: without the permission an upload is 403, and nothing is kept', async () => {
    const forum = await open({ extensions: [extension] })
    if (startBucket) await keepInBucket(forum, await startBucket())
    const guest = forum.browser()
    await guest.get('/api')
    for (const client of [await forum.as(await makeUser(forum)), guest])
      expect(outcome(await upload(client, { 'a.png': pictures.png }))).toEqual([
        403,
        'permission_denied',
        undefined,
      ])
    expect(await stored(forum)).toEqual({ files: [], rows: 0 })
  })

  test('an uploaded picture, encoded again, has the attributes of the contract, and is served', async () => {
    const { forum, member, user, adapter, address } = await openForum()
    const picture = withText(pictures.png, 'taken at home')
    const answer = await upload(member, { 'Süße Katze.PNG': picture })
    expect(answer.status).toBe(200)
    expect((await Description.of(forum.guest())).answerFaults('POST /api/fof/upload', answer)).toEqual([])
    const [file] = answer.body.data as unknown as {
      id: string
      type: string
      attributes: Record<string, string>
    }[]
    const { uuid = '', path = '', url = '' } = file?.attributes ?? {}
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(path).toMatch(/^\d{4}-\d\d-\d\d\/\d+-\d{6}-susse-katze\.png$/)
    expect(file).toEqual({
      type: 'files',
      id: '1',
      attributes: {
        ...{ uuid, path, url: address + path },
        baseName: 'susse-katze.png',
        type: 'image/png',
        size: picture.length,
        humanSize: '127B',
        createdAt: forum.clock
          .now()
          .toISOString()
          .replace(/\.\d+Z$/, '+00:00'),
        tag: 'image-preview',
        hidden: false,
        bbcode: `[upl-image-preview uuid=${uuid} url=${url} alt={TEXT?}]`,
        shared: false,
        widths: [],
        canViewInfo: false,
        canHide: true,
        canDelete: false,
      },
    })
    const served = await fileAt(forum, url)
    expect([served.status, served.headers['content-type']]).toEqual([200, 'image/png'])
    expect(picture.toString('latin1')).toContain('taken at home')
    expect(served.text).not.toContain('taken at home')
    const row = await forum.current.database.read
      .selectFrom('fof_upload_files')
      .selectAll()
      .executeTakeFirst()
    expect(row).toMatchObject({ actor_id: user.id, upload_method: adapter, remote_id: null })
  })

  test('upload-3: a type that no rule names is refused; with a rule it is stored', async () => {
    const { member, admin, adapter } = await openForum()
    expect(outcome(await upload(member, { 'a.txt': 'Hello' }))).toEqual(refused)
    await allowTypes(admin, adapter, '^text\\/plain$')
    const { status, body } = await upload(member, { 'a.txt': 'Hello' })
    expect([status, body.data]).toMatchObject([200, [{ attributes: { type: 'text/plain' } }]])
  })

  test('upload-6: archives and Android packages are told apart', async () => {
    const { member, admin, adapter } = await openForum()
    const [zip, apk] = [zipOf(['a.txt']), zipOf(['AndroidManifest.xml', 'classes.dex'])]
    await allowTypes(admin, adapter, '^application\\/zip$')
    expect((await upload(member, { 'a.zip': zip })).status).toBe(200)
    expect(outcome(await upload(member, { 'a.apk': apk }))).toEqual(refused)
    await allowTypes(admin, adapter, '^application\\/vnd\\.android\\.package-archive$')
    const { status, body } = await upload(member, { 'app.apk': apk })
    expect([status, body.data]).toMatchObject([200, [{ attributes: { baseName: 'app.apk' } }]])
    expect(outcome(await upload(member, { 'a.zip': zip }))).toEqual(refused)
  })

  test('upload-8: a safe SVG is stored, and not shown in place of a page', async () => {
    const { forum, member, adapter } = await openForum()
    const { status, body } = await upload(member, { 'a.svg': svgOf('<circle r="2"/>') })
    expect([status, body.data]).toMatchObject([200, [{ attributes: { type: 'image/svg+xml' } }]])
    const attributes = fileOf({ body: body })
    const served = await fileAt(forum, attributes.url)
    expect(served.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': 'attachment',
    })
    // A bucket keeps no headers of these names.
    if (adapter === 'local')
      expect(served.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/sandbox$/),
      })
    expect(served.text).toContain('circle')
  })

  test('one bad file refuses all, and nothing stays', async () => {
    const { forum, member } = await openForum()
    expect(outcome(await upload(member, { 'a.png': pictures.png, 'b.png': 'no picture' }))).toEqual(refused)
    // The second cannot be cleaned: found only after the first is encoded.
    expect(outcome(await upload(member, { 'a.png': pictures.png, 'b.svg': '<svg>' }))).toEqual(refused)
    await expect.poll(() => stored(forum)).toEqual({ files: [], rows: 0 })
  })

  test('a file above the setting is 422 on the file; without files it is 400', async () => {
    const { member, admin, adapter } = await openForum()
    await setUp(admin, { 'fof-upload.maxFileSize': '1' })
    await allowTypes(admin, adapter, 'text')
    const most = await upload(member, { 'a.txt': 'a'.repeat(1024) })
    expect(most.status).toBe(200)
    const tooLarge = await upload(member, { 'a.txt': 'a'.repeat(1025) })
    expect(outcome(tooLarge)).toEqual([422, 'validation_error', '/data/attributes/file'])
    expect(tooLarge.body.errors?.[0]?.detail).toBe('Choose a file of at most 1 kB: a.txt')
    const nothing = [400, 'fof-upload.no_files_made_it_to_upload', '/data/attributes/upload']
    expect(outcome(await upload(member, {}))).toEqual(nothing)
    expect(outcome(await member.post('/api/fof/upload', { files: [] }))).toEqual(nothing)
  })

  test('pictures are shrunk into the box of the settings', async () => {
    const { forum, member, admin } = await openForum()
    await setUp(admin, { 'fof-upload.mustResize': '1', 'fof-upload.resizeMaxWidth': '2' })
    const { body } = await upload(member, { 'a.png': pictures.png })
    const attributes = fileOf({ body: body })
    const { bytes } = await fileAt(forum, attributes.url)
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2, 1])
    expect(attributes).toMatchObject({ size: pictures.png.length })
  })

  test('upload-11: shared files have no owner; hidden ones have no public address', async () => {
    const { forum, member, admin, adapter } = await openForum()
    expect(outcome(await upload(member, { 'a.png': pictures.png }, { shared: true }))[0]).toBe(403)
    const { status, body } = await upload(admin, { 'a.png': pictures.png }, { shared: true })
    expect([status, body.data]).toMatchObject([
      200,
      [{ type: 'shared-files', attributes: { shared: true, hidden: false, isPrivateShared: false } }],
    ])
    const hidden = await upload(admin, { 'b.png': pictures.png }, { shared: true, hidden: true })
    const attributes = fileOf({ body: hidden.body })
    expect(attributes).toMatchObject({
      hidden: true,
      isPrivateShared: true,
      url: `http://localhost/api/fof/download/${attributes.uuid}`,
    })
    const rows = await forum.current.database.read
      .selectFrom('fof_upload_files')
      .select(['actor_id', 'upload_method'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { actor_id: null, upload_method: adapter },
      { actor_id: null, upload_method: 'private-shared' },
    ])
    const { files } = await stored(forum)
    expect(files.filter((file) => file.startsWith('.private/files/'))).toHaveLength(1)
    const address = `/assets/private/files/${attributes.path}`
    expect((await forum.guest().get(address)).status).toBe(404)
  })
})
