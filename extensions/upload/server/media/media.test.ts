import { join } from 'node:path'
import {
  eachTestForum,
  grant,
  makeDiscussion,
  makePost,
  makeUser,
  planOf,
  readExtension,
  selectsOf,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { allowTypes, fileOf, openUploads, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'
import { wordsOf } from './names.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

test('the words of a name are its letters and digits, each once', () => {
  expect(wordsOf('holiday-2026-in-holiday.tar.gz')).toEqual(['holiday', '2026', 'in', 'tar', 'gz'])
  expect(wordsOf('-')).toEqual([])
  expect(wordsOf(`${'x'.repeat(100)} ${'a b '.repeat(9)}`)).toEqual(['x'.repeat(60), 'a', 'b'])
  expect(wordsOf(Array.from({ length: 50 }, (_, at) => `w${at}`).join('-'))).toHaveLength(12)
})

eachTestForum((open) => {
  const openForum = async () => openUploads(await open({ extensions: [extension] }), makeUser)
  type Client = Awaited<ReturnType<typeof openForum>>['member']

  const list = async (client: Client, query: string, path = 'uploads') => {
    const { status, body } = await client.get(`/api/fof/${path}?${query}`)
    const names = body.data?.map(({ attributes }) => attributes.baseName)
    return [status, ...(names ?? [])]
  }

  test('files are found by the beginnings of words of their names, by kind, and hidden ones by their owner', async () => {
    const { forum, user, admin, member } = await openForum()
    await allowTypes(admin, 'local', '^image\\/', '^text\\/')
    for (const name of ['Holiday at sea.png', 'Sea holidays 2.png', 'Häuser.png'])
      await upload(member, { [name]: pictures.png })
    const notes = fileOf(await upload(member, { 'sea notes.txt': 'Waves.' }))
    await upload(admin, { 'sea of others.png': pictures.png })
    expect(await list(member, 'filter[q]=sea')).toEqual([
      ...[200, 'sea-notes.txt', 'sea-holidays-2.png', 'holiday-at-sea.png'],
    ])
    expect(await list(member, 'filter[q]=HOLI%20se')).toEqual([
      200,
      'sea-holidays-2.png',
      'holiday-at-sea.png',
    ])
    expect(await list(member, 'filter[q]=häus')).toEqual([200, 'hauser.png'])
    for (const q of ['ea', '%25', '!!', 'sea xyz'])
      expect([q, await list(member, `filter[q]=${encodeURIComponent(q)}`)]).toEqual([q, [200]])
    expect(await list(member, 'filter[type]=image&filter[q]=sea')).toEqual([
      ...[200, 'sea-holidays-2.png', 'holiday-at-sea.png'],
    ])
    expect(await list(member, 'filter[type]=other')).toEqual([200, 'sea-notes.txt'])
    for (const q of ['', '&filter[q]=sea']) {
      expect(await list(member, `filter[type]=nothing${q}`)).toEqual([200])
      expect(await list(member, `filter[type][]=image${q}`)).toEqual([422])
      expect(await list(member, `filter[-type]=image${q}`)).toEqual([200, 'sea-notes.txt'])
    }
    for (const path of ['uploads', 'upload/shared-files'])
      for (const query of ['filter[q][]=xyz', 'filter[q][a]=xyz', 'filter[hidden][]=true'])
        expect([query, await list(member, query, path)]).toEqual([query, [422]])

    await member.patch('/api/fof/upload/hide', { uuid: notes.uuid })
    expect(await list(member, 'filter[q]=notes')).toEqual([200])
    expect(await list(member, 'filter[hidden]=true')).toEqual([200, 'sea-notes.txt'])
    const other = await forum.as(await makeUser(forum))
    await grant(forum, 'fof-upload.viewUserUploads', [3])
    expect(await list(other, `filter[user]=${user.id}&filter[q]=hauser`)).toEqual([200, 'hauser.png'])
    expect(await list(other, `filter[user]=${user.id}&filter[hidden]=true`)).toEqual([403])
    await admin.delete(`/api/fof/upload/delete/${notes.uuid}`)
    expect(await list(member, 'filter[hidden]=true&filter[q]=notes')).toEqual([200])
  })

  test('shared files are found the same way; hidden ones by those who manage them', async () => {
    const { forum, admin } = await openForum()
    await upload(admin, { 'rules.png': pictures.png }, { shared: true })
    await upload(admin, { 'rules draft.png': pictures.png }, { shared: true, hidden: true })
    const guest = forum.guest()
    const path = 'upload/shared-files'
    expect(await list(guest, 'filter[q]=rul', path)).toEqual([200, 'rules.png'])
    expect(await list(guest, 'filter[hidden]=true', path)).toEqual([200])
    expect(await list(admin, 'filter[q]=rul', path)).toEqual([200, 'rules-draft.png', 'rules.png'])
    expect(await list(admin, 'filter[hidden]=true&filter[type]=image', path)).toEqual([
      200,
      'rules-draft.png',
    ])
    // Those who see hidden ones, too, have the kind in the order of an index.
    const address = `/api/fof/${path}?filter[type]=audio`
    const [lookup, ...others] = (await selectsOf(forum, address)).filter(({ sql }) => sql.includes('"kind"'))
    expect(others).toEqual([])
    if (!lookup) throw new Error('No list was read')
    const plan = await planOf(forum.current.database, lookup, { without: ['seqscan', 'sort'] })
    expect(plan).toContain('fof_upload_files_shared_kind_all')
    expect(plan).not.toMatch(/temp b-tree|sort/i)
  })

  test('of more files than a search finds, the newest are found, and those of a kind among all', async () => {
    const { forum, user, admin, member } = await openForum()
    await allowTypes(admin, 'local', '^image\\/', '^text\\/')
    const { uuid } = fileOf(await upload(member, { 'sea.png': pictures.png }))
    await upload(member, { 'notes at sea side.txt': 'Waves.' })
    const ids = Array.from({ length: 1200 }, (_, at) => at + 1000)
    await forum.current.database.transaction(async (db) => {
      const { id: _, ...first } = await db
        .selectFrom('fof_upload_files')
        .selectAll()
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow()
      const rows = ids.map((id) => ({ ...first, id, base_name: `${id}.png`, uuid: `${uuid}-${id}` }))
      for (let at = 0; at < rows.length; at += 400)
        await db
          .insertInto('fof_upload_files')
          .values(rows.slice(at, at + 400))
          .execute()
      const words = ids.flatMap((id) =>
        ['sea', 'side'].map((word) => ({ owner_id: user.id, word, file_id: id, kind: 'image' as const })),
      )
      await db.insertInto('upload_name_words').values(words).execute()
    })
    for (const q of ['sea', 'se', 'sea%20side', 's%20se']) {
      expect([q, await list(member, `filter[q]=${q}&page[limit]=2`)]).toEqual([
        q,
        [200, '2199.png', '2198.png'],
      ])
      expect([q, await list(member, `filter[q]=${q}&filter[type]=other`)]).toEqual([
        q,
        [200, 'notes-at-sea-side.txt'],
      ])
      expect([q, await list(member, `filter[q]=${q}&filter[type]=audio`)]).toEqual([q, [200]])
    }
    const address = '/api/fof/uploads?filter[q]=sea&filter[type]=other'
    const selects = await selectsOf(forum, address, user)
    const searches = selects.filter(({ sql }) => sql.includes('upload_name_words'))
    expect(searches).toHaveLength(2)
    for (const search of searches) {
      const plan = await planOf(forum.current.database, search, {
        without: ['seqscan', 'sort', 'bitmapscan'],
      })
      expect(plan).toContain('upload_name_words_kind')
    }
  })

  test('the posts that use a file are those that the reader sees', async () => {
    const { forum, member } = await openForum()
    const { body } = await upload(member, { 'a.png': pictures.png })
    const { id = '' } = body.data[0] ?? {}
    const discussion = await makeDiscussion(forum)
    const seen = await makePost(forum, discussion.id)
    const hidden = await makePost(forum, discussion.id, { hidden_at: '2026-01-01T00:00:00.000Z' })
    await forum.current.database.transaction(async (db) => {
      const values = [seen, hidden].map((post) => ({ file_id: Number(id), post_id: post.id }))
      await db.insertInto('fof_upload_file_posts').values(values).execute()
    })
    const { body: found } = await forum.guest().get(`/api/posts?filter[uploadedFile]=${id}`)
    expect(found.data.map((post: { id: string }) => post.id)).toEqual([String(seen.id)])
    expect((await forum.guest().get('/api/posts?filter[uploadedFile]=9999')).body.data).toEqual([])
    expect((await forum.guest().get('/api/posts?filter[uploadedFile]=x')).status).toBe(422)
  })
})
