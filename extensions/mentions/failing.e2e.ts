import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import { replyAs } from './journeys/send-as.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('mentions that could not be loaded are loaded again: on the page of a member, and in the modal of a post', {
  tag: '@long',
}, async ({ page, forum, on, watch, makePerson, logIn, picture }) => {
  test.slow()
  const named = await makePerson('patient')
  const { id, first_post_id } = await makeDiscussion(forum, { title: 'Slow news', posts: [{}] })
  for (const name of ['ann', 'bob', 'cleo', 'dora', 'emil']) {
    const { id: writer } = await makePerson(name)
    await replyAs(forum, writer, id, `@"x"#p${first_post_id} and @${named.username} agree.`)
  }
  await logIn(named)
  await on.user.goto(named.username)
  watch.expect(/ERR_FAILED/, /api\/posts/)
  await page.route('**/api/posts?*', (route) => route.abort())
  await page.getByRole('main').getByRole('link', { name: 'Mentions' }).click()
  await expect(page.getByRole('heading', { name: 'Couldn’t load the mentions.' })).toBeVisible()
  await expectAccessible(page)
  await picture('mentions-failed')
  await page.unroute('**/api/posts?*')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.PostsListItem')).toHaveCount(5)

  await on.discussion.goto(id, 1)
  await page.route('**/api/posts?*', (route) => route.abort())
  await on.discussion
    .post(1)
    .getByRole('button', { name: /others$/ })
    .click()
  const dialog = on.dialog.called('Replies to this post')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await picture('mentions-modal-failed')
  await page.unroute('**/api/posts?*')
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(5)
  await expect(dialog.getByRole('alert')).toBeEmpty()
})

test('administrators decide how members are mentioned, and who mentions groups', async ({
  page,
  logIn,
  picture,
}) => {
  await logIn({ id: 1 })
  await page.goto('/admin/extensions/mentions')
  const main = page.getByRole('main')
  const field = main.getByRole('checkbox', { name: /^Mention members as @username/ })
  await expect(main).toContainText('Mention groups')
  await expectAccessible(page)
  await picture('mentions-admin')
  const before = await field.isChecked()
  await field.setChecked(!before)
  await main.getByRole('button', { name: 'Save changes' }).click()
  await expect(main.locator('.SaveBar-state')).toContainText('Saved')
  await page.reload()
  await expect(field).toBeChecked({ checked: !before })
})
