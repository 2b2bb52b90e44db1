import { join } from 'node:path'
import { defineExtension, type Generated, sql } from '@parley/server'
import type { InstalledExtension } from '@parley/server/extensions'
import {
  changePost,
  eachTestForum,
  makeDiscussion,
  makeUser,
  readExtension,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { counts } from '../server/test-reactions.ts'
import { offerConversion } from './server.ts'

declare module '@parley/server' {
  interface Tables {
    bouquets: { post_id: number; user_id: Generated<number> }
  }
}

const extension = await readExtension(join(import.meta.dirname, '..'))

/** Members give posts a bouquet, once; not to the post 6. */
const florist: InstalledExtension = {
  ...extension,
  id: 'florist',
  declaration: defineExtension({
    migrations: {
      '001_bouquets': {
        async up({ db }) {
          await sql`create table bouquets (post_id integer, user_id integer, primary key (post_id, user_id))`.execute(
            db,
          )
        },
        async down({ db }) {
          await sql`drop table bouquets`.execute(db)
        },
      },
    },
    services: [
      offerConversion('florist', 'like', {
        isAllowed: (actor, post) => !actor.isGuest && post.id !== 6,
        async store({ db, actor }, { id }) {
          await db
            .insertInto('bouquets')
            .values({ post_id: id, user_id: actor.id })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        },
      }),
    ],
  }),
}

async function openWithFlorist(
  open: (options: { extensions: InstalledExtension[] }) => Promise<TestForum>,
  like = 'thumbsup',
) {
  const forum = await open({ extensions: [extension, florist] })
  await setSettings(forum, { 'fof-reactions.convertToLike': like })
  await makeDiscussion(forum, { posts: [{ id: 5 }, { id: 6 }] })
  const bouquets = () => forum.current.database.read.selectFrom('bouquets').select('post_id').execute()
  return { forum, bouquets, client: await forum.as(await makeUser(forum)) }
}

eachTestForum((open) => {
  test('reactions-10: the chosen type becomes what an extension stores; all other types are reactions', async () => {
    const { client, bouquets, forum } = await openWithFlorist(open)
    for (const time of ['once', 'twice']) {
      const { status, body } = await changePost(client, 5, { reaction: 1 })
      expect({ time, status, attributes: body.data.attributes }).toMatchObject({
        status: 200,
        attributes: { reactionCounts: counts(), userReactionIdentifier: null },
      })
      expect(await bouquets()).toEqual([{ post_id: 5 }])
    }
    const other = await changePost(client, 5, { reaction: 2 })
    expect(other.body.data.attributes.reactionCounts).toEqual(counts({ 2: 1 }))
    // What was chosen before stays.
    const again = await changePost(client, 5, { reaction: 1 })
    expect(again.body.data.attributes).toMatchObject({
      reactionCounts: counts({ 2: 1 }),
      userReactionIdentifier: 2,
    })
    const { attributes } = (await (await forum.as(1)).get('/api')).body.data
    expect([attributes.ReactionConverts, attributes.reactionConversions]).toEqual([
      [null, null, 'thumbsup'],
      ['like'],
    ])
    expect((await client.get('/api')).body.data.attributes).not.toHaveProperty('reactionConversions')
  })

  test('reactions-10: with an empty setting nothing is turned into something else', async () => {
    const { client, bouquets } = await openWithFlorist(open, '')
    const { body } = await changePost(client, 5, { reaction: 1 })
    expect(body.data.attributes.reactionCounts).toEqual(counts({ 1: 1 }))
    expect(await bouquets()).toEqual([])
  })

  test('a conversion needs the right to what it becomes; without the extension the type is a reaction', async () => {
    const { client, bouquets, forum } = await openWithFlorist(open)
    expect((await changePost(client, 6, { reaction: 1 })).status).toBe(403)
    expect(await bouquets()).toEqual([])
    await forum.setEnabled([extension.id])
    const { body } = await changePost(client, 6, { reaction: 1 })
    expect(body.data.attributes.reactionCounts).toEqual(counts({ 1: 1 }))
  })
})
