import { createTestForum, eachTestForum, idsOf, makeDiscussion, makeUser, setSettings } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { fold } from '../../features/users/folding.ts'
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

test('characters that would reach beyond a name are left out, and a name that cannot be seen is none', async () => {
  let name: string | null = ''
  const forum = await createTestForum({
    extensions: extension({ chosen: { reads: ['email'], of: () => name } }),
  })
  await setSettings(forum, { display_name_driver: 'chosen' })
  for (const [given, shown] of [
    ['ab\u202Ecd\u2066e\u2069', 'abcde'],
    ['a\nb\r\n\u2028c\u0007', 'a b c '],
    ['مي\u200cرا', 'مي\u200cرا'],
    ['👩\u200d🚀', '👩\u200d🚀'],
    ['\u200b\u3164\u2800 ', 'admin'],
    ['\u202e', 'admin'],
    ['\u0301', 'admin'],
  ] as const) {
    name = given
    const { displayName } = (await forum.guest().get('/api/users/1')).body.data.attributes
    expect({ given, displayName }).toEqual({ given, displayName: shown })
  }
})

const byPassword: DisplayName = {
  reads: ['password'],
  of: ({ password }) => password,
  searched: { written: 'password', folded: 'avatar_url' },
}

eachTestForum((open) => {
  test('searches for users find names of a kind that is searched, chosen or not', async () => {
    const forum = await open({ extensions: extension({ secret: byPassword, slogan: byEmail }) })
    const named = (username: string, name: string) =>
      makeUser(forum, { username, password: name, avatar_url: fold(name) })
    const [zoe, bob, zelda] = [
      await named('anna', 'Zoé'),
      await named('bob', 'Zo'),
      await named('zo-zelda', 'Zora Müller'),
    ]
    const client = await forum.as(await makeUser(forum, { username: 'zo' }))
    const found = async (q: string) =>
      idsOf(await client.get(`/api/users?filter[q]=${encodeURIComponent(q)}`))
    expect(await found('ZOE')).toEqual([zoe.id])
    expect(await found('zora mueller')).toEqual([zelda.id])
    expect(await found('an')).toEqual([zoe.id])
    expect(await found('z%é')).toEqual([zoe.id, zelda.id])
    // The exact username first, each user once.
    expect(await found('zo')).toEqual([zelda.id + 1, zoe.id, bob.id, zelda.id])
    expect(await found('zor')).toEqual([zelda.id])
    expect(await found('loud')).toEqual([])
  })

  test('without such a kind, they find usernames only', async () => {
    const forum = await open({ extensions: extension({ slogan: byEmail }) })
    const user = await makeUser(forum, { username: 'anna', email: 'zoe@machine.local' })
    const client = await forum.as(user)
    expect(idsOf(await client.get('/api/users?filter[q]=zoe'))).toEqual([])
    expect(idsOf(await client.get('/api/users?filter[q]=ann'))).toEqual([user.id])
  })
})

test('a kind that is searched without its columns is a fault', () => {
  const section = { slogan: { ...byEmail, searched: { written: 'email', folded: '' } } }
  expectFault(
    'names',
    'displayNames › slogan',
    'is searched without a column of names or of folded names',
    () => combineDisplayNames([{ owner: 'names', section: section as never }]),
  )
})

test('a driver that reads nothing is a fault', () => {
  const section = { slogan: { ...byEmail, reads: [] } }
  expectFault('names', 'displayNames › slogan', 'reads no columns', () =>
    combineDisplayNames([{ owner: 'names', section }]),
  )
})
