import { join } from 'node:path'
import {
  type ApiClient,
  changePost,
  eachTestForum,
  grant,
  makeUser,
  planOf,
  readExtension,
  replyTo,
  startDiscussion,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { startS3Server } from '@parley/testing/s3-server'
import { describe, expect, test } from 'vitest'
import { allowTypes, fileAt, fileOf, openUploads, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'
import { eachStorage } from '../fixtures/storages.ts'
import '../tables.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const unknown = '00000000-0000-4000-8000-000000000000'

type Post = { contentHtml: string; uploadSizes?: unknown }

const previewOf = (answer: { body: { data: unknown } }) => {
  const { uuid, url } = fileOf(answer)
  return `[upl-image-preview uuid=${uuid} url=${url} alt={TEXT?}]`
}

/** The links from posts to files. */
async function linksOf({ current }: TestForum) {
  const rows = await current.database.read
    .selectFrom('fof_upload_file_posts')
    .select(['file_id', 'post_id'])
    .orderBy('post_id')
    .orderBy('file_id')
    .execute()
  return rows.map(({ file_id, post_id }) => [Number(file_id), Number(post_id)])
}

async function postOf(client: ApiClient, id: string | number): Promise<Post> {
  return (await client.get(`/api/posts/${id}`)).body.data.attributes as unknown as Post
}

eachStorage({ describe, eachTestForum, startS3Server }, (open, startBucket) => {
  const openForum = async () => {
    const opened = await openUploads(await open({ extensions: [extension] }), makeUser, startBucket)
    await grant(opened.forum, 'postWithoutThrottle', [3])
    const write = async (content: string) => {
      const { body } = await startDiscussion(opened.member, { title: 'Files', content })
      const { id = '' } = body.included?.find(({ type }) => type === 'posts') ?? {}
      return { id, discussion: body.data.id }
    }
    return { ...opened, write }
  }

  test('a picture is shown at its current address with its name, and its size is beside the text', async () => {
    const { forum, member, write } = await openForum()
    const answer = await upload(member, { 'cat.png': pictures.png })
    const { uuid, url } = fileOf(answer)
    const image = (id: string) =>
      `<p><img class="FoFUpload--Upl-Image-Preview" src="${url}" title="cat.png" alt=""${id} loading="lazy"></p>`
    for (const source of [
      previewOf(answer),
      `[upl-image-preview uuid=${uuid} url=https://former.example/cat.png alt={TEXT?}]`,
      `[upl-image-preview url=${url}]`,
    ]) {
      const { id } = await write(source)
      const { contentHtml, uploadSizes } = await postOf(forum.guest(), id)
      expect(contentHtml.trim()).toBe(image(` data-id="${uuid}"`))
      expect(uploadSizes).toEqual({ [uuid]: [4, 3] })
    }
    const { id } = await write('No picture')
    expect(await postOf(forum.guest(), id)).not.toHaveProperty('uploadSizes')
  })

  test('each decoded picture has its size', async () => {
    const { member, forum } = await openForum()
    const types = Object.keys(pictures) as (keyof typeof pictures)[]
    await upload(member, Object.fromEntries(types.map((type) => [`a.${type}`, pictures[type]])))
    const rows = await forum.current.database.read
      .selectFrom('fof_upload_files')
      .select(['width', 'height'])
      .execute()
    expect(rows).toEqual(types.map(() => ({ width: 4, height: 3 })))
  })

  test('a text is shown by the lines that were stored with it', async () => {
    const { forum, admin, member, write, adapter } = await openForum()
    await allowTypes(admin, adapter, '^text/')
    const texts = {
      'short.txt': ['one\n\n<b>two</b>\r\n', 'one\n&lt;b&gt;two&lt;/b&gt;', 'false'],
      'long.txt': ['1\n2\n \n3\n4\n5\n6', '1\n2\n3\n4\n5', 'true'],
      'wide.txt': ['é'.repeat(20_000), 'é'.repeat(300), 'true'],
    } as const
    for (const [name, [content, shown, isLonger]] of Object.entries(texts)) {
      const { uuid, url } = fileOf(await upload(member, { [name]: content }))
      const { id } = await write(
        `[upl-text-preview uuid=${uuid} url=${url} has_snippet=false]${name}[/upl-text-preview]`,
      )
      const { contentHtml } = await postOf(forum.guest(), id)
      expect(contentHtml).toContain(`<code>${shown}</code>`)
      expect(contentHtml).toContain(`data-has-snippet="${isLonger}"`)
      expect(contentHtml).toContain(`<a href="${url}" rel="ugc nofollow noopener">${name}</a>`)
    }
  })

  test('a tag without its file: what was here is a name, what is elsewhere is shown as typed', async () => {
    const { forum, admin, member, write } = await openForum()
    const answer = await upload(member, { 'cat.png': pictures.png })
    const { uuid, url } = fileOf(answer)
    const { id } = await write(
      [
        previewOf(answer),
        `[upl-file uuid=${uuid} size=2kB]cat.png[/upl-file]`,
        `[upl-image-preview uuid=${unknown} url=https://elsewhere.example/dog.png alt="A dog"]`,
      ].join('\n\n'),
    )
    expect((await admin.delete(`/api/fof/upload/delete/${uuid}`)).status).toBe(204)
    const { contentHtml } = await postOf(forum.guest(), id)
    expect(contentHtml).not.toContain(url)
    expect(contentHtml).not.toContain('data-fof-upload-download-uuid')
    expect(contentHtml.match(/Deleted file/g)).toHaveLength(2)
    expect(contentHtml).toContain('cat.png')
    expect(contentHtml).toContain('src="https://elsewhere.example/dog.png" title="" alt="A dog"')
  })

  test('a hidden shared file tells nothing to readers who may not download it', async () => {
    const { forum, admin, member, write, adapter } = await openForum()
    await allowTypes(admin, adapter, '^text/', '^image/')
    const { uuid, url } = fileOf(
      await upload(admin, { 'plans.txt': 'secret line' }, { shared: true, hidden: true }),
    )
    expect(url).toContain('/api/fof/download/')
    const { id } = await write(`[upl-text-preview uuid=${uuid} url=${url}]other[/upl-text-preview]`)
    for (const client of [forum.guest(), member]) {
      const { contentHtml } = await postOf(client, id)
      expect(contentHtml).toContain('other')
      expect(contentHtml).not.toMatch(/secret|plans/)
    }
    await grant(forum, 'fof-upload.download', [3])
    expect((await postOf(member, id)).contentHtml).toContain(`<code>secret line</code>`)
    expect((await postOf(forum.guest(), id)).contentHtml).not.toContain('secret')
    const picture = fileOf(await upload(admin, { 'a.png': pictures.png }, { shared: true, hidden: true }))
    const shown = await write(`[upl-image-preview uuid=${picture.uuid} url=${picture.url}]`)
    expect(await postOf(forum.guest(), shown.id)).not.toHaveProperty('uploadSizes')
    const { contentHtml, uploadSizes } = await postOf(member, shown.id)
    expect(contentHtml).toContain(`src="${picture.url}" title="a.png"`)
    expect(uploadSizes).toEqual({ [picture.uuid]: [4, 3] })
  })

  test('a page of posts takes one query for all its files', async () => {
    const { forum, member, write } = await openForum()
    const tags: string[] = []
    for (let file = 0; file < 4; file++) tags.push(previewOf(await upload(member, { 'a.png': pictures.png })))
    const { discussion } = await write(tags[0] ?? '')
    for (let post = 0; post < 19; post++) {
      const content = `${tags[post % 4]} ${tags[(post + 1) % 4]}`
      expect((await replyTo(member, discussion, { content })).status).toBe(201)
    }
    const statements = await statementsOf(forum, async () => {
      const { body } = await member.get(`/api/posts?filter[discussion]=${discussion}&page[limit]=20`)
      const posts = body.data as unknown as { attributes: Post }[]
      expect(posts).toHaveLength(20)
      for (const { attributes } of posts) expect(attributes.contentHtml).toContain('title="a.png"')
    })
    const [lookup, ...others] = statements.filter(({ sql }) => sql.includes('fof_upload_files'))
    expect(others).toEqual([])
    if (!lookup) throw new Error('No file was looked up')
    const plan = await planOf(forum.current.database, lookup, { without: ['seqscan'] })
    for (const column of ['uuid', 'url']) expect(plan).toContain(`fof_upload_files_${column}`)
    expect(plan).not.toMatch(/^scan fof|seq scan/im)
  })

  test('links follow the text of a post, by tags and by addresses', async () => {
    const { forum, member, admin, write } = await openForum()
    const files = []
    for (const name of ['a.png', 'b.png', 'c.png']) files.push(await upload(member, { [name]: pictures.png }))
    const [a, b, c] = files.map(fileOf) as [
      ReturnType<typeof fileOf>,
      ReturnType<typeof fileOf>,
      ReturnType<typeof fileOf>,
    ]
    const { id, discussion } = await write(
      `[upl-file uuid=${a.uuid} size=1kB]a.png[/upl-file] ![](${b.url}), see ${c.url}.`,
    )
    const post = Number(id)
    expect(await linksOf(forum)).toEqual([
      [1, post],
      [2, post],
      [3, post],
    ])
    await changePost(member, id, { content: `_${c.url}_ [upl-file uuid=${unknown} size=1kB]x[/upl-file]` })
    expect(await linksOf(forum)).toEqual([[3, post]])
    for (const isHidden of [true, false]) {
      expect((await changePost(admin, id, { isHidden })).status).toBe(200)
      expect(await linksOf(forum)).toEqual([[3, post]])
    }
    const contents = [a, b].map(({ url }) => `now ${url}`)
    await Promise.all([...contents, ...contents].map((content) => changePost(member, id, { content })))
    const links = await linksOf(forum)
    const { content } = (await member.get(`/api/posts/${id}`)).body.data.attributes as { content?: string }
    expect(links).toEqual([[content?.endsWith(a.url) ? 1 : 2, post]])
    const many = Array.from({ length: 1500 }, (_, n) => `https://a.example/${n}`).join(' ')
    expect((await changePost(member, id, { content: `${b.url} ${many}` })).status).toBe(200)
    const reply = await replyTo(member, discussion, { content: `${'x '.repeat(10)}${a.url}` })
    expect(await linksOf(forum)).toEqual([
      [2, post],
      [1, Number(reply.body.data.id)],
    ])
    await changePost(admin, id, { content: 'Nothing' })
    expect((await admin.delete(`/api/posts/${reply.body.data.id}`)).status).toBe(204)
    await forum.settled()
    expect(await linksOf(forum)).toEqual([])
    expect((await fileAt(forum, a.url)).status).toBe(200)
  })

  test('the address of a hidden shared file, too, is a link', async () => {
    const { forum, admin, write } = await openForum()
    const { uuid, url } = fileOf(await upload(admin, { 'a.png': pictures.png }, { shared: true }))
    const { id } = await write(`Former: ${url}`)
    await admin.patch('/api/fof/upload/hide', { uuid })
    await changePost(admin, id, { content: `Former: ${url} edited` })
    const { id: other } = await write(`/x ${forum.current.baseUrl}/api/fof/download/${uuid}`)
    expect(await linksOf(forum)).toEqual([
      [1, Number(id)],
      [1, Number(other)],
    ])
  })

  test('without the extension a post has its tags as text, with the names in them', async () => {
    const { forum, member, write } = await openForum()
    const answer = await upload(member, { 'cat.png': pictures.png })
    const { uuid } = fileOf(answer)
    const { id } = await write(`[upl-file uuid=${uuid} size=1kB]cat.png[/upl-file]`)
    expect((await postOf(forum.guest(), id)).contentHtml).toContain('data-fof-upload-download-uuid')
    await forum.setEnabled([])
    const { contentHtml } = await postOf(forum.guest(), id)
    expect(contentHtml).toBe(`<p>[upl-file uuid=${uuid} size=1kB]cat.png[/upl-file]</p>\n`)
    await forum.setEnabled(['upload'])
    expect((await postOf(forum.guest(), id)).contentHtml).toContain('data-fof-upload-download-uuid')
  })
})
