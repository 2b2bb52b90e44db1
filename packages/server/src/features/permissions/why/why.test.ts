import type { Answer } from '@parley/shared'
import {
  type ApiClient,
  admin,
  changeDiscussion,
  changePost,
  createTestForum,
  grant,
  makeDiscussion,
  makeGroup,
  makeUser,
  onBothDatabases,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { deny } from '../../../points/access/verdicts.ts'
import { administrators, everyone, members, moderators } from '../../../points/context/actor.ts'
import type { InstalledExtension } from '../../../points/extension.ts'
import { explain, type Question } from './explain.ts'

interface Asked {
  user?: { id: number }
  ability: string
  type?: string
  id?: number
}

function ask(client: ApiClient, { user, ...question }: Asked) {
  const query = new URLSearchParams({ ...(user && { userId: String(user.id) }) })
  for (const [name, value] of Object.entries(question)) query.set(name, String(value))
  return client.get(`/api/admin/why?${query}`)
}

async function why(client: ApiClient, asked: Asked) {
  const { status, body } = await ask(client, asked)
  expect(status).toBe(200)
  const { isAllowed, lines } = body as unknown as Answer
  return { isAllowed, text: lines.map(({ text, depth }) => `${'  '.repeat(depth)}${text}`) }
}

/** An extension that refuses without a reason. */
const mute: InstalledExtension = {
  id: 'mute',
  title: 'Mute',
  version: '1.0.0',
  declaration: {
    policies: {
      discussions: {
        reply: {
          verdict: (_actor, { title }) => (title === 'Hush' ? deny : undefined),
          scope: (eb) => ({ deny: eb('discussions.title', '=', 'Hush') }),
        },
        // Its condition leaves out a row on which its verdict has no opinion.
        view: {
          verdict: () => undefined,
          scope: (eb) => ({ deny: eb('discussions.title', '=', 'Left out') }),
        },
      },
    },
  },
}

onBothDatabases((open) => {
  test('it names the groups that hold a permission', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const mira = await makeUser(forum, { username: 'mira' })
    const { id } = await makeDiscussion(forum)
    expect(await why(asAdmin, { user: mira, ability: 'reply', type: 'discussions', id })).toEqual({
      isAllowed: true,
      text: [
        'mira belongs to Members.',
        'See it: yes',
        '  View the forum: yes',
        '    “View the forum” is granted to Everyone.',
        'Reply to discussions: yes',
        '  “Reply to discussions” is granted to Members.',
      ],
    })
    expect((await why(asAdmin, { user: mira, ability: 'startDiscussion' })).text).toEqual([
      'mira belongs to Members.',
      'Start discussions: yes',
      '  “Start discussions” is granted to Members.',
    ])
  })

  test('it tells guests, unconfirmed members and administrators from others', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { id } = await makeDiscussion(forum)
    const reply = { ability: 'reply', type: 'discussions', id }
    const guest = await why(asAdmin, reply)
    expect({ ...guest, text: [guest.text[0], guest.text.at(-1)] }).toEqual({
      isAllowed: false,
      text: ['Guests can do what everyone can.', '  “Reply to discussions” is only granted to Members.'],
    })
    const user = await makeUser(forum, { username: 'new', is_email_confirmed: false, groupIds: [moderators] })
    const unconfirmed = await why(asAdmin, { user, ...reply })
    expect(unconfirmed.isAllowed).toBe(false)
    expect(unconfirmed.text[0]).toBe(
      'new hasn’t confirmed their email address and can only do what everyone can.',
    )
    await grant(forum, 'discussion.reply', [])
    const administrator = await why(asAdmin, { user: admin, ...reply })
    expect({ ...administrator, text: administrator.text.at(-1) }).toEqual({
      isAllowed: true,
      text: '  “Reply to discussions” is granted, because administrators hold every permission.',
    })
    expect((await why(asAdmin, { user, ...reply })).text.at(-1)).toBe(
      '  “Reply to discussions” isn’t granted to any group.',
    )
  })

  test('it tells the time window of a setting', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const author = await makeUser(forum, { username: 'mira' })
    const { id } = await makeDiscussion(forum, { user_id: author.id })
    const rename = { user: author, ability: 'rename', type: 'discussions', id }
    expect(await why(asAdmin, rename)).toMatchObject({
      isAllowed: true,
      text: expect.arrayContaining([
        '  Reply to discussions: yes',
        '  It’s their own, and “Rename own discussions” is set to “For 10 minutes”.',
      ]),
    })
    forum.clock.advance(600)
    const late = await why(asAdmin, rename)
    expect(late).toMatchObject({ isAllowed: false, text: expect.any(Array) })
    expect(late.text.slice(-2)).toEqual([
      '  It’s their own, but “Rename own discussions” is set to “For 10 minutes”, and that time is over.',
      '  “Rename discussions” is only granted to Mods.',
    ])
    await setSettings(forum, { allow_renaming: '30' })
    expect(await why(asAdmin, rename)).toMatchObject({
      isAllowed: true,
      text: expect.arrayContaining([
        '  It’s their own, and “Rename own discussions” is set to “For 30 minutes”.',
      ]),
    })
    const stranger = await why(asAdmin, { ...rename, user: await makeUser(forum) })
    expect(stranger.text).toContain('  It isn’t their own.')
  })

  test('it tells what is hidden, deleted, or refused by an extension', async () => {
    const forum = await open({ extensions: [mute] })
    const asAdmin = await forum.as(admin)
    const user = await makeUser(forum)
    const hidden = await makeDiscussion(forum, { user_id: admin.id, hidden_at: '2026-01-01T00:00:00.000Z' })
    const see = { user, ability: 'view', type: 'discussions' }
    expect((await why(asAdmin, { ...see, id: hidden.id })).text.slice(1)).toEqual([
      'See it: no',
      '  View the forum: yes',
      '    “View the forum” is granted to Everyone.',
      '  Hide discussions: no',
      '    It isn’t their own.',
      '    “Hide discussions” is only granted to Mods.',
      '  The discussion is hidden.',
    ])
    const reply = { ...see, ability: 'reply' }
    const hush = await makeDiscussion(forum, { title: 'Hush' })
    expect((await why(asAdmin, { ...reply, id: hush.id })).text).toContain(
      '  A rule of Mute doesn’t allow it.',
    )
    const leftOut = await makeDiscussion(forum, { title: 'Left out' })
    expect(await why(asAdmin, { ...reply, id: leftOut.id })).toMatchObject({
      isAllowed: false,
      text: expect.arrayContaining(['It was deleted, or an extension leaves it out.']),
    })
    const deleted = await makeDiscussion(forum, { deleted_at: forum.current.now().toISOString() })
    expect(await why(asAdmin, { ...reply, id: deleted.id })).toMatchObject({ isAllowed: false })
    expect((await ask(asAdmin, { ...reply, id: 999 })).status).toBe(404)
    expect((await ask(asAdmin, { ...reply, user: { id: 999 }, id: hush.id })).status).toBe(404)
  })

  test('bad questions are refused', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const bad: [string, string][] = [
      ['ability=', 'ability'],
      ['ability=dance', 'ability'],
      ['ability=reply', 'ability'],
      ['ability=dance&type=discussions&id=1', 'ability'],
      ['ability=reply&type=secrets&id=1', 'ability'],
      ['ability=delete&type=failed-jobs&id=1', 'ability'],
      ['ability=reply&type=discussions', 'id'],
      ['ability=reply&type=discussions&id=-1', 'id'],
      ['ability=viewForum&userId=mira', 'userId'],
      ['ability=viewForum&username=nemo', 'username'],
    ]
    for (const [query, pointer] of bad) {
      const { status, body } = await asAdmin.get(`/api/admin/why?${query}`)
      expect({ query, status, pointer: body.errors[0]?.source?.pointer }).toEqual({
        query,
        status: 422,
        pointer: `/data/attributes/${pointer}`,
      })
    }
    expect(forum.logged).toEqual([])
  })

  test('for every actor and row it says what the documents of the API say', async () => {
    const forum = await open()
    const world = await makeWorld(forum)
    const decide = async (question: Question) => (await explain(question, forum.asSystem())).isAllowed
    let compared = 0
    for (const user of world.users) {
      const client = user ? await forum.as(user) : forum.guest()
      for (const { type, ids, abilities } of world.rows) {
        for (const id of ids) {
          const { status, body } = await client.get(`/api/${type}/${id}`)
          const expected: Record<string, unknown> = { view: status === 200 }
          const found: Record<string, unknown> = {}
          for (const ability of abilities) {
            const attribute = `can${ability.charAt(0).toUpperCase()}${ability.slice(1)}`
            expected[ability] = status === 200 && body.data.attributes[attribute]
          }
          for (const ability of ['view', ...abilities]) {
            const question = { ability, object: { type, id }, ...(user && { userId: user.id }) }
            found[ability] = await decide(question)
            compared += 1
          }
          expect({ type, id, user: user?.username, ...found }).toEqual({
            type,
            id,
            user: user?.username,
            ...expected,
          })
        }
      }
    }
    expect(compared).toBeGreaterThan(200)
    expect(forum.logged).toEqual([])
  })
})

/** Actors with different rights, and rows that differ in what the rules look at. */
async function makeWorld(forum: TestForum) {
  const helpers = await makeGroup(forum)
  await grant(forum, 'discussion.hidePosts', [helpers.id])
  await grant(forum, 'user.editCredentials', [helpers.id])
  await grant(forum, 'discussion.rename', [moderators])
  const author = await makeUser(forum)
  const moderator = await makeUser(forum, { groupIds: [moderators] })
  const users = [
    undefined,
    author,
    moderator,
    await makeUser(forum, { groupIds: [helpers.id] }),
    await makeUser(forum, { is_email_confirmed: false, groupIds: [moderators] }),
    await makeUser(forum, { groupIds: [administrators] }),
  ]
  const user_id = author.id
  const fresh = await makeDiscussion(forum, { user_id, posts: [{ user_id }] })
  const answered = await makeDiscussion(forum, { user_id, posts: [{ user_id }, { user_id: moderator.id }] })
  const hiddenByOthers = await makeDiscussion(forum, { user_id, posts: [{ user_id }] })
  const hiddenByAuthor = await makeDiscussion(forum, { user_id, posts: [{ user_id }] })
  const asModerator = await forum.as(moderator)
  const hide = { isHidden: true }
  expect((await changeDiscussion(asModerator, hiddenByOthers.id, hide)).status).toBe(200)
  expect((await changeDiscussion(await forum.as(author), hiddenByAuthor.id, hide)).status).toBe(200)
  const hiddenPost = answered.last_post_id ?? 0
  expect((await changePost(await forum.as(admin), hiddenPost, hide)).status).toBe(200)
  const discussions = [fresh, answered, hiddenByOthers, hiddenByAuthor]
  return {
    users,
    rows: [
      {
        type: 'discussions' as const,
        ids: discussions.map(({ id }) => id),
        abilities: ['reply', 'rename', 'hide', 'delete'],
      },
      {
        type: 'posts' as const,
        ids: [...discussions.map(({ first_post_id }) => first_post_id ?? 0), hiddenPost],
        abilities: ['edit', 'hide', 'delete'],
      },
      {
        type: 'users' as const,
        ids: [author.id, admin.id],
        abilities: ['edit', 'editCredentials', 'editGroups', 'delete'],
      },
    ],
  }
}

test('questions are answered in the language of the administrator', async () => {
  const forum = await createTestForum()
  await setSettings(forum, { default_locale: 'de' })
  const { text } = await why(await forum.as(admin), { ability: 'searchUsers' })
  expect(text).toEqual([
    'Gäste können, was alle können.',
    'Mitglieder suchen: nein',
    '  „Mitglieder suchen“ ist nur erteilt an Mitglieder.',
  ])
  await grant(forum, 'searchUsers', [everyone, members])
  const granted = await why(await forum.as(admin), { ability: 'searchUsers' })
  expect(granted.text.at(-1)).toBe('  „Mitglieder suchen“ ist erteilt an Alle.')
})
