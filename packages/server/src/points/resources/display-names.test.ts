import { createTestForum, eachTestForum, makeDiscussion, makeUser, setSettings } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import type { InstalledExtension } from '../extension.ts'
import { combineDisplayNames, type DisplayName } from './display-names.ts'

const byEmail: DisplayName = { reads: ['email'], of: ({ email }) => email.split('@')[0] ?? null }

const extension = (displayNames: Record<string, DisplayName>): InstalledExtension[] => [
  { id: 'names', title: 'Names', version: '1.0.0', declaration: { displayNames } },
]

eachTestForum((open) => {
  test('B310 the chosen driver makes the display names of users everywhere', async () => {
    const forum = await open({ extensions: extension({ slogan: byEmail }) })
    await setSettings(forum, { display_name_driver: 'slogan' })
    const user = await makeUser(forum, { username: 'quiet', email: 'loud@machine.local' })
    await makeDiscussion(forum, { user_id: user.id })
    const shown = await forum.guest().get(`/api/users/${user.id}`)
    expect(shown.body.data.attributes).toMatchObject({
      displayName: 'loud',
      username: 'quiet',
      slug: 'quiet',
    })
    // The author of a discussion is included in the smallest form, with few columns.
    const list = await forum.guest().get('/api/discussions?include=user')
    expect(list.body.included?.map(({ attributes }) => attributes.displayName)).toEqual(['loud'])
  })
})

test('the display name is the username without a driver, with an unknown one and for an empty name', async () => {
  const forum = await createTestForum({ extensions: extension({ none: { reads: ['email'], of: () => '' } }) })
  for (const driver of ['username', 'nonsense', '__proto__', 'none', null]) {
    await setSettings(forum, { display_name_driver: driver })
    expect((await forum.guest().get('/api/users/1')).body.data.attributes.displayName).toBe('admin')
  }
})

test('a driver that reads nothing is a fault', () => {
  const section = { slogan: { ...byEmail, reads: [] } }
  expectFault('names', 'displayNames › slogan', 'reads no columns', () =>
    combineDisplayNames([{ owner: 'names', section }]),
  )
})
