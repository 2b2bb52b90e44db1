import { test as base, expect } from '@parley/testing/journey'
import { expectAccessibleFromRightToLeft, expectClean } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { postIds } from './journeys/posts.ts'
import { reactionParts } from './journeys/reaction-parts.ts'
import { grant, reactAs, sendAs, set } from './journeys/send-as.ts'

const [member, moderator] = [3, 4]
const [thumbsUp, heart] = [1, 5]

// Tests change permissions and settings.
const test = base
test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const posts = [{ content: 'The lights of the harbor.', user_id: 1 }]

test('members with the permission see who reacted: names at the counts, all of them in a list', {
  tag: '@tablet',
}, async ({ page, forum, on, openDiscussion, makePerson, isPhone, picture }) => {
  await grant(forum, 'discussion.canSeeReactions', [member])
  const { id } = await openDiscussion({ title: 'Seen lights', posts }, { username: 'seer' })
  const [post = ''] = await postIds(forum, id)
  for (let index = 1; index <= 23; index += 1)
    await reactAs(forum, (await makePerson(`fan-${index}`)).id, post, heart)
  await reactAs(forum, (await makePerson('nodder')).id, post, thumbsUp)
  await page.reload()
  await settled(page)
  const parts = reactionParts(page, on.discussion.post(1))
  if (!isPhone) {
    await parts.count('Heart: 23').hover()
    const names = page.locator('.Tooltip')
    await expect(names).toHaveText(/^Heart: fan-1\S*, fan-2\S*, fan-3\S*, fan-4\S*, fan-5\S*, and 18 others$/)
    await picture('reactions-names')
    await parts.count('Thumbs up: 1').focus()
    await page.keyboard.press('Tab')
    await expect(parts.count('Heart: 23')).toBeFocused()
    await expect(parts.count('Heart: 23')).toHaveAccessibleDescription(/^Heart: fan-1/)
  }

  await on.discussion.postMenu(on.discussion.post(1)).choose('View reactions')
  const dialog = on.dialog.called('Reactions')
  await expect(dialog.getByRole('tab', { selected: true })).toHaveAccessibleName(/^Thumbs up\s*1$/)
  await expect(dialog.getByRole('tabpanel')).toContainText('nodder')
  await dialog.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('tab', { name: /^Heart/ })).toBeFocused()
  await expect(dialog.getByRole('listitem')).toHaveCount(20)
  await expectClean(page, 'reactors')
  await picture('reactions-list')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectClean(page, 'reactors, dark')
  await picture('reactions-list-dark')
  await page.emulateMedia({ colorScheme: null })
  await expectAccessibleFromRightToLeft(page)
  await dialog.getByRole('button', { name: 'Load more' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(23)
  await expect(dialog.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  // Only what one may remove has a button.
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await dialog.getByRole('link', { name: /^fan-23/ }).click()
  await expect(page).toHaveURL(/\/u\/fan-23/)
})

test('a moderator removes a reaction, and all of a type', async ({
  page,
  forum,
  on,
  openDiscussion,
  makePerson,
  picture,
}) => {
  await grant(forum, 'discussion.canSeeReactions', [moderator])
  await grant(forum, 'discussion.deleteReactionsPosts', [moderator])
  await set(forum, { 'fof-reactions.anonymousReactions': '1' })
  const { id } = await openDiscussion(
    { title: 'Tidy lights', posts },
    { username: 'tidier', is: 'moderator' },
  )
  const [post = ''] = await postIds(forum, id)
  const [first, second] = [await makePerson('first-fan'), await makePerson('second-fan')]
  for (const person of [first, second]) await reactAs(forum, person.id, post, heart)
  await reactAs(forum, (await makePerson('nodder')).id, post, thumbsUp)
  await page.reload()
  await settled(page)
  const parts = reactionParts(page, on.discussion.post(1))
  await on.discussion.postMenu(on.discussion.post(1)).choose('View reactions')
  const dialog = on.dialog.called('Reactions')
  await dialog.getByRole('tab', { name: /^Heart/ }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await picture('reactions-moderated')
  await dialog.getByRole('button', { name: `Remove the reaction of ${first.username}` }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('tab', { name: /^Heart\s*1$/ })).toBeVisible()

  // Another moderator was faster.
  await reactAs(forum, second.id, post, null)
  await dialog.getByRole('button', { name: `Remove the reaction of ${second.username}` }).click()
  await expect(dialog.getByRole('tab')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Remove all' }).click()
  await on.dialog.answer('Remove all “Thumbs up” reactions from this post?', 'Remove all')
  await expect(dialog).toContainText('No reactions yet.')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(parts.counts).toHaveCount(0)
  const answer = await sendAs<{ data: unknown[] }>(forum, 1, 'GET', `/posts/${post}/reactions`)
  expect(answer.data).toEqual([])
})

test('without the permission no member is named', { tag: '@long' }, async ({
  page,
  forum,
  on,
  openDiscussion,
  makePerson,
}) => {
  await grant(forum, 'discussion.canSeeReactions', [])
  const { id } = await openDiscussion({ title: 'Unseen lights', posts }, { username: 'unseeing' })
  const [post = ''] = await postIds(forum, id)
  await reactAs(forum, (await makePerson('hidden-fan')).id, post, heart)
  await page.reload()
  await settled(page)
  const parts = reactionParts(page, on.discussion.post(1))
  await parts.count('Heart: 1').hover()
  await expect(page.locator('.Tooltip')).toHaveText('Heart')
  const menu = on.discussion.postMenu(on.discussion.post(1))
  await menu.open()
  await expect(menu.item('View reactions')).toHaveCount(0)
})
