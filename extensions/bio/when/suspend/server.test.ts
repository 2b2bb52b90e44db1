import { join } from 'node:path'
import { everyone, members } from '@parley/server/actor'
import { type ApiClient, admin, createTestForum, grant, makeUser, readExtension } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'

const [extension, suspend] = [
  await readExtension(join(import.meta.dirname, '../..')),
  await readExtension(join(import.meta.dirname, '../../../suspend')),
]

/** The bio of a user, and whether it may be seen, as a client reads it. */
async function shownTo(client: ApiClient, id: number) {
  const { bio, canViewBio } = (await client.get(`/api/users/${id}`)).body.data.attributes
  return { bio, canViewBio }
}

const nothing = { bio: undefined, canViewBio: undefined }

test('the bio of a suspended member is seen with editAny only, and their own cannot be changed', async () => {
  const forum = await createTestForum({ extensions: [extension, suspend] })
  const member = await makeUser(forum, { bio: 'Gone', suspended_until: '2038-01-01T00:00:00.000Z' })
  await grant(forum, 'fof-user-bio.view', [everyone])
  await grant(forum, 'fof-user-bio.editOwn', [members])
  const client = await forum.as(member)
  expect(await shownTo(forum.guest(), member.id)).toEqual(nothing)
  expect(await shownTo(client, member.id)).toEqual(nothing)
  expect(
    (await client.patch(`/api/users/${member.id}`, { data: { attributes: { bio: 'Back' } } })).status,
  ).toBe(403)
  expect(await shownTo(await forum.as(admin), member.id)).toMatchObject({ bio: 'Gone' })
  const former = await makeUser(forum, { bio: 'Back', suspended_until: '2020-01-01T00:00:00.000Z' })
  expect(await shownTo(forum.guest(), former.id)).toMatchObject({ bio: 'Back' })
})

test('a page that guests have read does not go on showing the bio of a member who is suspended then', async () => {
  const forum = await createTestForum({ client: await pageClient(), extensions: [extension, suspend] })
  await grant(forum, 'fof-user-bio.view', [everyone])
  const member = await makeUser(forum, { bio: 'Sails at night' })
  const page = async () => (await forum.guest().get(`/u/${member.username}`)).text
  expect(await page()).toContain('Sails at night')
  const attributes = { suspendedUntil: '2038-01-01T00:00:00Z' }
  const suspended = await (await forum.as(admin)).patch(`/api/users/${member.id}`, { data: { attributes } })
  expect(suspended.status).toBe(200)
  expect(await page()).not.toContain('Sails at night')
})
