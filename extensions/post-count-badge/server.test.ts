import { admin, createTestForum, makeUser, readExtension, setSettings, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)
const key = 'justoverclock-auto-post-count-badge'

/** Icon and label of a new account with this many posts, as a guest reads them. */
async function badgeFor(forum: TestForum, count: number) {
  const { id } = await makeUser(forum, { comment_count: count })
  const { attributes } = (await forum.guest().get(`/api/users/${id}`)).body.data
  expect(attributes.commentCount).toBe(count)
  return [attributes.autoCountBadge, attributes.autoCountBadgeLabel]
}

test('the badge follows from the number of posts as it is sent', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const badges = {
    0: ['', ''],
    1: ['fas fa-baby', 'The Baby'],
    9: ['fas fa-baby', 'The Baby'],
    10: ['fas fa-child', 'The Newbie'],
    50: ['fas fa-bullhorn', 'The Talker'],
    299: ['fas fa-chalkboard-teacher', 'The Teacher'],
    300: ['fab fa-optin-monster', 'The Monster!'],
    999: ['fas fa-graduation-cap', 'The Guru!'],
    1999: ['fas fa-medal', 'The Flarumist!'],
    3999: ['fas fa-stethoscope', 'Expert'],
    4000: ['fas fa-user-shield', 'Untouchable'],
  }
  for (const [count, badge] of Object.entries(badges)) {
    expect(await badgeFor(forum, Number(count))).toEqual(badge)
  }
})

test('administrators choose icon and label of a level; empty ones have the default', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  await setSettings(forum, { [`${key}.levelOne`]: 'link:/assets/a.png', [`${key}.badgeOne`]: ' New here ' })
  expect(await badgeFor(forum, 5)).toEqual(['link:/assets/a.png', 'New here'])
  await setSettings(forum, { [`${key}.levelOne`]: ' ', [`${key}.badgeOne`]: '\u200b' })
  expect(await badgeFor(forum, 5)).toEqual(['fas fa-baby', 'The Baby'])
})

test('the address of a picture is of http or https, or a path of the forum', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  const asAdmin = await forum.as(admin)
  const save = async (icon: string) =>
    (await asAdmin.post('/api/settings', { [`${key}.levelTwo`]: icon })).status
  const wrong = [
    'link:javascript:alert(1)',
    'link:data:image/png;base64,AA',
    'link://example.com/a.png',
    'link:/\\example.com/a.png',
    'link:https://',
    'link:',
    'link:https://example.com/a.png"onerror="x',
    'link:https://example.com/a b.png',
    ' link:javascript:alert(1)',
    '\u00a0link://example.com/a.png',
    'LINK:data:image/png;base64,AA',
    '"><script>',
    'a'.repeat(501),
  ]
  for (const icon of wrong) expect([icon, await save(icon)]).toEqual([icon, 422])
  expect(forum.current.settings.get(`${key}.levelTwo`)).toBe('fas fa-child')
  for (const icon of ['link:https://example.com/ü.png?a=1', 'link:/assets/a.png ', 'fas fa-star\n', '']) {
    expect([icon, await save(icon)]).toEqual([icon, 204])
  }
})
