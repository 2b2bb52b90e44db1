import {
  changeDiscussion,
  createTestForum,
  eachTestForum,
  makeDiscussion,
  makePost,
  makeUser,
  selectsOf,
} from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deny } from '../access/verdicts.ts'
import { defineExtension, type InstalledExtension } from '../extension.ts'
import { combineResources, type Resources } from './resources.ts'

interface Labelled {
  id: number
  labels?: readonly string[]
}

/** Labels of discussions in a table of its own: a frozen discussion cannot be renamed. */
const labels: InstalledExtension = {
  id: 'labels',
  title: 'Labels',
  version: '1.0.0',
  declaration: defineExtension({
    migrations: {
      '001_labels': {
        async up({ db, dialect: { types } }) {
          await sql`create table labels (discussion_id ${types.integer} not null, name ${types.text} not null)`.execute(
            db,
          )
        },
        async down({ db }) {
          await sql`drop table labels`.execute(db)
        },
      },
    },
    policies: {
      discussions: {
        rename: {
          verdict: (_actor, discussion) =>
            (discussion as Labelled).labels?.includes('frozen') ? deny : undefined,
          scope: () => ({
            deny: sql<boolean>`exists (select 1 from labels where labels.discussion_id = discussions.id and name = 'frozen')`,
          }),
        },
      },
    },
    resources: {
      discussions: {
        fields: { labels: { get: (discussion) => (discussion as Labelled).labels } },
        async attach(discussions, { db }) {
          const ids = discussions.map(({ id }) => id)
          const { rows } = await sql<{ discussion_id: number; name: string }>`
            select discussion_id, name from labels where discussion_id in (${sql.join(ids)}) order by name`.execute(
            db,
          )
          for (const discussion of discussions as Labelled[]) {
            discussion.labels = rows.flatMap(({ discussion_id, name }) =>
              discussion_id === discussion.id ? [name] : [],
            )
          }
        },
      },
      users: {
        fields: { groupCount: { get: (user) => (user as unknown as { groupCount: number }).groupCount } },
        // Reads the facts of the owner.
        async attach(users) {
          for (const user of users) Object.assign(user, { groupCount: user.group_ids.length })
        },
      },
    },
  }),
}

eachTestForum((open) => {
  test('facts of an extension are there for its fields and policies, on every door', async () => {
    const forum = await open({ extensions: [labels] })
    const author = await makeUser(forum, { groupIds: [4] })
    const [frozen, free] = [
      await makeDiscussion(forum, { user_id: author.id }),
      await makeDiscussion(forum, { user_id: author.id }),
    ]
    await forum.current.database.transaction((db) =>
      sql`insert into labels (discussion_id, name) values (${frozen.id}, 'frozen'), (${frozen.id}, 'blue')`.execute(
        db,
      ),
    )
    const client = await forum.as(author)
    const listed = (await client.get('/api/discussions?sort=createdAt')).body.data
    expect(listed.map(({ attributes }) => [attributes.labels, attributes.canRename])).toEqual([
      [['blue', 'frozen'], false],
      [[], true],
    ])
    expect((await changeDiscussion(client, frozen.id, { title: 'New' })).status).toBe(403)
    const renamed = await changeDiscussion(client, free.id, { title: 'New' })
    expect(renamed.body.data.attributes).toMatchObject({ title: 'New', labels: [] })
    expect((await client.get(`/api/users/${author.id}`)).body.data.attributes.groupCount).toBe(1)
  })

  test('they are loaded once for all rows of an answer', async () => {
    const forum = await open({ extensions: [labels] })
    const reads = async (path: string) =>
      (await selectsOf(forum, path)).filter(({ sql: text }) => text.includes('labels')).length
    const { id } = await makeDiscussion(forum)
    for (let number = 0; number < 5; number += 1) {
      await makeDiscussion(forum)
      await makePost(forum, id)
    }
    expect(await reads('/api/discussions')).toBe(1)
    expect(await reads(`/api/discussions/${id}`)).toBe(1)
    expect(await reads(`/api/posts?filter[discussion]=${id}`)).toBe(1)
  })
})

test('without the extension no facts are attached', async () => {
  const forum = await createTestForum()
  const { id } = await makeDiscussion(forum)
  const { attributes } = (await forum.guest().get(`/api/discussions/${id}`)).body.data
  expect(Object.keys(attributes)).not.toContain('labels')
})

test('what is no function is a fault', () => {
  const owner = { owner: 'core', section: { users: { table: 'users' } } as Resources }
  const section = { users: { attach: true } } as unknown as Resources
  expectFault('gong', 'resources › users › attach', 'is not a function', () =>
    combineResources([owner, { owner: 'gong', section }]),
  )
})
