import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'

test('a moderator locks a discussion; members cannot reply until it is unlocked', async ({
  page,
  on,
  openDiscussion,
  makePerson,
  logIn,
  picture,
}) => {
  const { id, title, person } = await openDiscussion(
    { title: 'House rules', slug: 'house-rules' },
    { username: 'moderator', is: 'moderator' },
  )
  await on.discussion.controls.choose('Lock')
  await expect(on.discussion.posts).toContainText('locked the discussion')
  await expect(on.discussion.title.locator('..')).toContainText('Locked')
  await expect(on.discussion.replyLink).toBeVisible()
  await expectAccessible(page)
  await picture('lock-moderator')

  await logIn(await makePerson('member'))
  await on.discussion.goto(id)
  await expect(on.discussion.cannotReply).toBeVisible()
  await expect(on.discussion.replyLink).toBeHidden()
  await expect(page.getByText('You don’t have permission to reply in this discussion.').first()).toBeVisible()
  await expectAccessible(page)
  await picture('lock-member')
  await on.index.goto()
  await expect(on.index.row(title)).toContainText('Locked')

  await logIn(person)
  await on.discussion.goto(id)
  await on.discussion.controls.choose('Unlock')
  await expect(on.discussion.title.locator('..')).not.toContainText('Locked')
  // Locking and unlocking in a row leaves no trace.
  await expect(on.discussion.posts).not.toContainText('locked the discussion')
})
