import { makeDiscussion } from '@parley/testing/discussions'
import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test('administrators name the levels, and posts show them beside the names of their authors', {
  tag: '@tablet',
}, async ({ page, forum, on, isPhone, watch, makePerson, logIn, picture }) => {
  watch.expect(/status 422/)
  const author = await makePerson('newcomer')
  const { id } = await makeDiscussion(forum, {
    title: 'First steps',
    user_id: author.id,
    posts: [{ user_id: author.id }, { user_id: author.id }],
  })
  await logIn(await makePerson('keeper', { groupIds: [groups.administrator] }))
  await page.goto('/admin/extensions/post-count-badge')
  const main = page.getByRole('main')
  const icon = main.getByLabel('1 to 9 posts Icon')
  const label = main.getByLabel('1 to 9 posts Label')
  await expect(icon).toHaveValue('fas fa-baby')
  await expect(main.getByLabel('4,000 posts and more Label')).toHaveValue('Untouchable')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('admin-post-count-badge')

  const save = main.getByRole('button', { name: 'Save changes' })
  await label.fill('Fresh face')
  await icon.fill('link:javascript:alert(1)')
  await save.click()
  await expect(icon).toHaveAttribute('aria-invalid', 'true')
  await expect(icon).toBeFocused()
  await icon.fill('fas fa-seedling')
  const row = isPhone ? main.getByRole('table') : main.getByRole('row', { name: /^1 to 9 posts/ })
  await expect(row.locator('.NamedIcon').first()).toHaveAttribute('style', /fas\/seedling\.svg/)
  await save.click()
  await expect(main.getByText(/^Saved/)).toBeVisible()

  await on.discussion.goto(id)
  const badge = on.discussion.post(2).locator('.PostCountBadge')
  await expect(badge).toHaveText('Fresh face(has written 2 posts)')
  await expectAccessible(page)
  await picture('post-count-badge')
  if (isPhone) return
  await badge.hover()
  await expect(page.locator('.Tooltip')).toHaveText('has written 2 posts')
})
