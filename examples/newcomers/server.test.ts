import { fileURLToPath } from 'node:url'
import {
  describeExtension,
  eachTestForum,
  makeUser,
  readExtension,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'

const newcomers = await readExtension(import.meta.dirname)
const kudos = await readExtension(fileURLToPath(new URL('../kudos', import.meta.url)))

describeExtension(import.meta.dirname)

/** A newcomer starts a discussion, and a member replies twice. Returns the id of the member. */
async function answered(forum: TestForum): Promise<number> {
  const [newcomer, member] = [await makeUser(forum), await makeUser(forum)]
  const started = await startDiscussion(await forum.as(newcomer), { title: 'Hello', content: 'I am new.' })
  const asMember = await forum.as(member)
  for (const content of ['Welcome!', 'Look around.']) {
    expect((await replyTo(asMember, started.body.data.id, { content })).status).toBe(201)
    forum.clock.advance(60)
  }
  return member.id
}

eachTestForum((open) => {
  test('while Kudos is enabled, a newcomer thanks who replies first, once', async () => {
    const forum = await open({ extensions: [newcomers, kudos] })
    const id = await answered(forum)
    const { read } = forum.current.database
    const { kudos_count } = await read
      .selectFrom('users')
      .select('kudos_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kudos_count).toBe(1)
    expect(await read.selectFrom('thanks').select('reason').execute()).toEqual([
      { reason: 'First reply to a newcomer' },
    ])
  })

  test('without Kudos newcomers are marked, and that is all', async () => {
    const forum = await open({ extensions: [newcomers] })
    const id = await answered(forum)
    const { attributes } = (await forum.guest().get(`/api/users/${id}`)).body.data
    expect(attributes).toMatchObject({ isNewcomer: true })
    expect(attributes).not.toHaveProperty('kudosCount')
  })
})
