import { join } from 'node:path'
import { admin, createTestForum, makeDiscussion, makeUser, readExtension } from '@parley/testing'
import { startPushService } from '@parley/testing/push-service'
import { expect, test } from 'vitest'
import { makeWorld } from '../../server/push/sending/test-world.ts'

const extensions = await Promise.all(
  ['pwa', 'mentions'].map((id) => readExtension(join(import.meta.dirname, '../../..', id))),
)

test('a mention is pushed to those who want it, in their language, with the text of the mentioning post', async () => {
  const service = await startPushService()
  const { network } = service
  const forum = await createTestForum({ extensions, network, baseUrl: 'https://forum.example' })
  const author = await makeUser(forum, { username: 'mira' })
  const { register, reply } = await makeWorld(forum, service, { admin, author })
  const quiet = await makeUser(forum, { username: 'quiet' })
  const preferences = JSON.stringify({ notify_userMentioned_push: true, locale: 'de' })
  const asked = await makeUser(forum, { username: 'asked', preferences })
  await register(quiet, 'quiet')
  await register(asked, 'asked')
  const own = (await (await forum.as(quiet)).get(`/api/users/${quiet.id}`)).body.data.attributes
  expect(own.preferences).toMatchObject({ notify_userMentioned_push: false })
  const { id } = await makeDiscussion(forum)
  await reply(id, 'See here, @asked and @quiet')
  await forum.settled()
  expect(service.received.map(({ message }) => message)).toEqual([
    {
      title: expect.stringMatching(/^mira hat dich in .*\.\.\.$/),
      content: 'See here, @asked and @quiet',
      link: `https://forum.example/d/${id}/2`,
    },
  ])
})
