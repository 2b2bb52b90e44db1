import { deleted, element, type MarkupSyntax } from '@parley/shared/markup'
import { eachTestForum, makeDiscussion, makeUser } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { describe, expect, test } from 'vitest'
import { renderPosts } from '../../features/posts/rendering/render-posts.ts'
import { fillText, renderContent } from '../../features/posts/rendering/rendering.ts'
import { memoryTableChanged } from '../context/memory-table-changed.ts'
import type { Extension, InstalledExtension } from '../extension.ts'
import type { Route } from '../requests/routes.ts'
import { combineSyntaxes, type PostSyntax } from './markup.ts'

const calls: string[][] = []

/** A syntax in which `%2` refers to the account with that id. */
const syntax: MarkupSyntax = {
  name: 'accounts',
  version: 1,
  inline: [
    {
      triggers: '%',
      match(text, position) {
        const [source, id] = /^%(\d{1,9})/.exec(text.slice(position, position + 10)) ?? []
        if (source === undefined || id === undefined) return undefined
        return { end: position + source.length, node: { reference: 'account', id, source } }
      },
    },
  ],
  references: {
    account: {
      render: (name) => element('strong', {}, [String(name)]),
      renderDeleted: () => element('del', {}, ['deleted']),
      withCurrentName: (name) => `%(${name ?? 'deleted'})`,
    },
  },
}

const accounts: PostSyntax = {
  syntax,
  resolve: {
    async account(uses, { db }) {
      const ids = uses.map(({ reference }) => Number(reference.id))
      calls.push(uses.map(({ post, reference }) => `${post.number}:${reference.id}`))
      const rows = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
      const names = new Map(rows.map(({ id, username }) => [String(id), username]))
      return ({ reference: { id } }) => (id === '99' ? undefined : (names.get(id) ?? deleted))
    },
  },
}

declare module '@parley/server' {
  interface Tables {
    gong_words: { id: number; word: string; shown: string }
  }
  interface MemoryTableValues {
    gongWords: Readonly<Record<string, string>>
  }
}

let fault: 'throws' | 'is wrong' | undefined

/** Words that a table in memory replaces. */
const fromTable: InstalledExtension = {
  id: 'gong',
  title: 'Gong',
  version: '1.0.0',
  declaration: {
    migrations: {
      '001_words': {
        async up({ db }) {
          await db.schema
            .createTable('gong_words')
            .addColumn('id', 'integer', (column) => column.primaryKey())
            .addColumn('word', 'text')
            .addColumn('shown', 'text')
            .execute()
        },
        async down({ db }) {
          await db.schema.dropTable('gong_words').execute()
        },
      },
    },
    affects: { gong_words: 'nothing' },
    memoryTables: {
      gongWords: {
        table: 'gong_words',
        maximum: 10,
        shape: (rows) => Object.fromEntries(rows.map(({ word, shown }) => [word, shown])),
      },
    },
    markup: [
      {
        syntax: { name: 'gong', version: 1, replacements: { ':D': '😃' } },
        replacements({ tables }) {
          if (fault === 'throws') throw new Error('broken')
          return fault === 'is wrong' ? ({ gong: null } as never) : tables.get('gongWords')
        },
      },
    ],
  },
}

const withSyntax = (...markup: PostSyntax[]): InstalledExtension => {
  const declaration: Extension = { markup }
  return { id: 'gong', title: 'Gong', version: '1.0.0', declaration }
}

describe('declarations', () => {
  const combine = (...section: PostSyntax[]) => combineSyntaxes([{ owner: 'gong', section }])

  test('there are none by default', () => {
    expect(combineSyntaxes([{ owner: 'gong', section: undefined }])).toEqual({
      syntaxes: [],
      inAllTexts: [],
      resolvers: new Map(),
      textResolvers: new Map(),
      replacements: [],
    })
  })

  test('a declared one has its resolvers', () => {
    const { syntaxes, resolvers, textResolvers } = combine(accounts)
    expect(syntaxes).toEqual([syntax])
    expect([...resolvers.keys()]).toEqual(['account'])
    expect(textResolvers.size).toBe(0)
    const inTexts = combine({ ...accounts, resolveInTexts: { account: async () => () => 1 } })
    expect([...inTexts.textResolvers.keys()]).toEqual(['account'])
  })

  test.each<[string, PostSyntax[]]>([
    ['markup syntax accounts: the name is taken by another syntax', [accounts, accounts]],
    ['has references without a resolver: account', [{ syntax }]],
    [
      'resolves references that its syntax does not have: word',
      [{ ...accounts, resolve: { ...accounts.resolve, word: async () => () => 1 } }],
    ],
    [
      'resolves references that its syntax does not have: word',
      [{ ...accounts, resolveInTexts: { word: async () => () => 1 } }],
    ],
  ])('%s', (reason, section) => {
    expectFault('gong', 'markup › accounts', reason, () => combine(...section))
  })
})

eachTestForum((open) => {
  test('references in texts that are no posts are resolved where their syntax says how, and words are replaced', async () => {
    const route: Route = {
      method: 'GET',
      path: '/api/text',
      async run(_request, context) {
        const { content_html } = renderContent(context.forum, '%1 :D %99')
        return { status: 200, json: { html: await fillText(content_html ?? '', context) } }
      },
    }
    const shown = async (syntax: PostSyntax) => {
      const extension = withSyntax(syntax, {
        syntax: { name: 'faces', version: 1, replacements: { ':D': '😃' } },
      })
      Object.assign(extension.declaration, { routes: [route] })
      const forum = await open({ extensions: [extension] })
      return (await forum.guest().get('/api/text')).body
    }
    expect(await shown(accounts)).toEqual({ html: '<p>%1 😃 %99</p>\n' })
    const account = async () => (reference: { id: string }) => (reference.id === '1' ? 'first' : deleted)
    expect(await shown({ ...accounts, resolveInTexts: { account } })).toEqual({
      html: '<p><strong>first</strong> 😃 <del>deleted</del></p>\n',
    })
    expect(await shown({ ...accounts, inAllTexts: true })).toEqual({
      html: '<p><strong>true</strong> 😃 <strong>true</strong></p>\n',
    })
  })

  test('references are resolved once for all posts of a page, with the current names', async () => {
    const forum = await open({ extensions: [withSyntax(accounts)] })
    const ann = await makeUser(forum, { username: 'ann' })
    const author = await forum.as(ann)
    const source = `Hi %${ann.id}, %7000 and %99`
    const { body } = await author.post('/api/discussions', {
      data: { attributes: { title: 'Names', content: source } },
    })
    await makeDiscussion(forum, { user_id: ann.id, posts: [{ content: `%${ann.id}` }, {}] })
    const htmls = async (path: string) =>
      (await forum.guest().get(path)).body.data.map(({ attributes }: { attributes: object }) =>
        'contentHtml' in attributes ? String(attributes.contentHtml).trim() : undefined,
      )
    calls.length = 0
    expect(await htmls(`/api/posts?filter[discussion]=${body.data.id}`)).toEqual([
      '<p>Hi <strong>ann</strong>, <del>deleted</del> and %99</p>',
    ])
    expect(calls).toEqual([[`1:${ann.id}`, '1:7000', '1:99']])
    await forum.current.database.transaction((db) =>
      db.updateTable('users').set({ username: 'anna' }).where('id', '=', ann.id).execute(),
    )
    expect(await htmls('/api/posts?filter[user]=anna')).toContain(
      '<p>Hi <strong>anna</strong>, <del>deleted</del> and %99</p>',
    )
  })

  test('authors edit the source with the current names', async () => {
    const forum = await open({ extensions: [withSyntax(accounts)] })
    const ann = await makeUser(forum, { username: 'ann' })
    const author = await forum.as(ann)
    const { body } = await author.post('/api/discussions', {
      data: { attributes: { title: 'Names', content: `Hi %${ann.id} and %7000` } },
    })
    const post = (await author.get(`/api/posts?filter[discussion]=${body.data.id}`)).body.data[0]
    expect(post?.attributes.content).toBe('Hi %(ann) and %(deleted)')
  })

  test('HTML of another markup version is rendered again on each read until it is stored', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum, {
      posts: [{ content: '**One**', content_html: 'old', markup_version: 'old' }, { content: 'Two' }],
    })
    const html = async () =>
      (await forum.guest().get(`/api/posts?filter[discussion]=${id}`)).body.data[0]?.attributes.contentHtml
    expect(await html()).toContain('<strong>One</strong>')
    expect(await renderPosts(forum.current, { force: false })).toEqual({ rendered: 1, failed: [] })
    expect(await renderPosts(forum.current, { force: false })).toEqual({ rendered: 0, failed: [] })
    const stored = await forum.current.database.read.selectFrom('posts').selectAll().orderBy('id').execute()
    expect(stored[0]).toMatchObject({
      content_html: expect.stringContaining('<strong>One</strong>'),
      markup_version: forum.current.markup.version,
    })
    expect((await renderPosts(forum.current, { force: true })).rendered).toBe(2)
  })

  test('words follow a table in memory when posts are read', async () => {
    const forum = await open({ extensions: [fromTable] })
    const author = await forum.as(await makeUser(forum))
    const content = 'a gong, a gongs, `gong` :D'
    const { body } = await author.post('/api/discussions', {
      data: { attributes: { title: 'Words', content } },
    })
    const html = async () => {
      const list = await forum.guest().get(`/api/posts?filter[discussion]=${body.data.id}`)
      return String(list.body.data[0]?.attributes.contentHtml).trim()
    }
    const store = (...words: [word: string, shown: string][]) =>
      forum.current.write(forum.asSystem(), async (writing) => {
        await writing.db.deleteFrom('gong_words').execute()
        for (const [id, [word, shown]] of words.entries())
          await writing.db.insertInto('gong_words').values({ id, word, shown }).execute()
        await memoryTableChanged(writing, 'gongWords')
      })
    expect(await html()).toBe('<p>a gong, a gongs, <code>gong</code> 😃</p>')
    await store(['gong', 'bell'], ['gongs', '<b>'], [':D', 'D'], ['__proto__', 'x'])
    expect(await html()).toBe('<p>a bell, a &lt;b&gt;, <code>gong</code> D</p>')

    for (const each of ['throws', 'is wrong'] as const) {
      fault = each
      await store(['gong', each])
      expect(await html()).toBe('<p>a gong, a gongs, <code>gong</code> 😃</p>')
    }
    fault = undefined
    await store()
    expect(await html()).toBe('<p>a gong, a gongs, <code>gong</code> 😃</p>')
  })
})
