import { createTestForum, eachTestForum, makeDiscussion, makeUser, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import type { Context } from '../../points/context/context.ts'
import { defineExtension, type InstalledExtension } from '../../points/extension.ts'
import { anonymousContext } from '../http/answers/failures.ts'
import { attachFacts } from './attached-facts.ts'
import { loadPlainRows, loadRows, resourceOf } from './rows.ts'

/** Steps of a test that wait for each other. */
let reached: Record<string, PromiseWithResolvers<void>> = {}

function step(name: string): PromiseWithResolvers<void> {
  reached[name] ??= Promise.withResolvers<void>()
  return reached[name]
}

interface WithFacts {
  facts?: string
}

function extension(id: string, declaration: InstalledExtension['declaration']): InstalledExtension {
  return { id, title: id, version: '1.0.0', declaration }
}

/** Facts of discussions that arrive when the test says so. */
const slow = extension(
  'slow',
  defineExtension({
    resources: {
      discussions: {
        async attach(discussions) {
          step('asked').resolve()
          await step('answered').promise
          for (const discussion of discussions) Object.assign(discussion, { facts: 'there' })
        },
      },
    },
  }),
)

/** Facts that need each other's rows: those of discussions their first posts, which in turn need their discussions. */
const mutual = extension(
  'mutual',
  defineExtension({
    resources: {
      discussions: {
        async attach(discussions, context) {
          await loadRows(
            context,
            'posts',
            discussions.flatMap(({ first_post_id }) => first_post_id ?? []),
          )
          for (const discussion of discussions) Object.assign(discussion, { facts: 'there' })
        },
      },
      posts: {
        async attach(posts, context) {
          await loadRows(
            context,
            'discussions',
            posts.map(({ discussion_id }) => discussion_id),
          )
          for (const post of posts) Object.assign(post, { facts: 'there' })
        },
      },
    },
  }),
)

/** Two fields that each wait until the other one is being loaded, and read users by themselves. */
const meeting = extension(
  'meeting',
  defineExtension({
    resources: {
      discussions: {
        fields: Object.fromEntries(
          [
            ['left', 'right'],
            ['right', 'left'],
          ].map(([own = '', other = '']) => [
            own,
            {
              json: 'string' as const,
              load: async (rows: readonly { id: number; user_id: number | null }[], context: Context) => {
                step(own).resolve()
                const users = loadRows(
                  context,
                  'users',
                  rows.flatMap(({ user_id }) => user_id ?? []),
                )
                await step(other).promise
                await users
                return new Map(rows.map(({ id }) => [id, own]))
              },
            },
          ]),
        ),
      },
    },
  }),
)

/** A relation of discussions that loads their authors by the way, and one that would do so later. */
const early = (comesFirst: boolean) =>
  extension(
    'early',
    defineExtension({
      resources: {
        discussions: {
          include: ['authors'],
          relations: {
            authors: {
              to: 'users',
              many: true,
              ...(comesFirst && { comesFirst }),
              async load(rows, context) {
                steps.push('authors')
                await new Promise((resolve) => setImmediate(resolve))
                const ids = rows.flatMap(({ user_id }) => user_id ?? [])
                const users = await loadRows(context, 'users', ids)
                steps.push('loaded')
                return new Map(rows.map(({ id }) => [id, [...users.values()]]))
              },
            },
          },
          fields: {
            late: {
              json: 'string',
              async load(rows) {
                steps.push('field')
                return new Map(rows.map(({ id }) => [id, 'there']))
              },
            },
          },
        },
      },
    }),
  )

const steps: string[] = []

async function contextOf(forum: TestForum): Promise<Context> {
  reached = {}
  return anonymousContext(forum.current)
}

eachTestForum((open) => {
  test('rows whose facts are being loaded are not returned before these are there', async () => {
    const forum = await open({ extensions: [slow] })
    const { id } = await makeDiscussion(forum)
    const context = await contextOf(forum)
    const loads = [loadRows(context, 'discussions', [id])]
    await step('asked').promise
    let isSecondDone = false
    loads.push(
      loadRows(context, 'discussions', [id]).then((rows) => {
        isSecondDone = true
        return rows
      }),
    )
    // Whatever the second one does without waiting for the facts is done then.
    await new Promise((resolve) => setImmediate(resolve))
    expect(isSecondDone).toBe(false)
    step('answered').resolve()
    const [first, second] = await Promise.all(loads)
    expect([first, second].map((rows) => (rows?.get(id) as WithFacts | undefined)?.facts)).toEqual([
      'there',
      'there',
    ])
    expect(first?.get(id)).toBe(second?.get(id))
  })

  test('facts that need the rows of each other end, and are there for all who asked', async () => {
    const forum = await open({ extensions: [mutual] })
    const { id, first_post_id: postId } = await makeDiscussion(forum)
    const context = await contextOf(forum)
    const [discussions, posts] = await Promise.all([
      loadRows(context, 'discussions', [id]),
      loadRows(context, 'posts', [postId ?? 0]),
    ])
    const facts = [discussions.get(id), posts.get(postId ?? 0)].map((row) => (row as WithFacts).facts)
    expect(facts).toEqual(['there', 'there'])
    expect((await forum.guest().get(`/api/discussions/${id}`)).status).toBe(200)
    expect((await forum.guest().get('/api/posts')).status).toBe(200)
  })

  test('what the parts of a document need at the same time is loaded together', async () => {
    const forum = await open({ extensions: [meeting] })
    const user = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: user.id })
    await contextOf(forum)
    const { status, body } = await forum.guest().get(`/api/discussions/${id}`)
    expect(status).toBe(200)
    expect(body.data.attributes).toMatchObject({ left: 'left', right: 'right' })
  })

  test('a relation that comes first ends before anything else of its depth begins, others do not', async () => {
    for (const comesFirst of [true, false]) {
      const forum = await open({ extensions: [early(comesFirst)] })
      const user = await makeUser(forum)
      const { id } = await makeDiscussion(forum, { user_id: user.id })
      steps.length = 0
      const { body } = await forum.guest().get(`/api/discussions/${id}?include=authors,user`)
      expect(body.data.relationships?.authors?.data).toEqual([{ type: 'users', id: String(user.id) }])
      expect(steps).toEqual(comesFirst ? ['authors', 'loaded', 'field'] : ['field', 'authors', 'loaded'])
    }
  })

  test('rows that are asked for at the same time come by one query, each as one object', async () => {
    const forum = await open()
    const ids: number[] = []
    for (let count = 0; count < 4; count += 1) ids.push((await makeDiscussion(forum)).id)
    const context = await contextOf(forum)
    const queries: unknown[] = []
    const db = new Proxy(context.db, {
      get(target, name, receiver) {
        if (name === 'executeQuery') queries.push(name)
        const value = Reflect.get(target, name, receiver) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const counted: Context = { ...context, db }
    const [a, b, c] = await Promise.all([
      loadPlainRows(counted, 'discussions', ids.slice(0, 2)),
      loadPlainRows(counted, 'discussions', ids.slice(1, 3)),
      loadPlainRows(counted, 'discussions', [...ids, 999]),
    ])
    expect(queries).toHaveLength(1)
    expect([a, b, c].map((rows) => [...(rows?.keys() ?? [])])).toEqual([
      ids.slice(0, 2),
      ids.slice(1, 3),
      ids,
    ])
    expect(a?.get(ids[1] ?? 0)).toBe(b?.get(ids[1] ?? 0))
    await loadPlainRows(counted, 'discussions', [999, ...ids])
    expect(queries).toHaveLength(1)
  })
})

test('facts that could not be loaded are tried again', async () => {
  const forum = await createTestForum()
  const context = await contextOf(forum)
  let tries = 0
  const resource = {
    ...resourceOf(context, 'discussions'),
    attach: async () => {
      tries += 1
      if (tries === 1) throw new Error('The first try fails')
    },
  }
  const rows = [{ id: 1 }]
  const both = [attachFacts(context, resource, rows), attachFacts(context, resource, rows)]
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await attachFacts(context, resource, rows)
  expect(tries).toBe(2)
})
