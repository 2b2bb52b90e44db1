import { makeDiscussion } from '@parley/testing/discussions'
import { expect, groups, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { grant, setPolicies } from './policies.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const terms = {
  name: 'Terms of service',
  url: 'https://example.org/terms',
  update_message: 'We now store less.',
}
const news = { name: 'News by mail', optional: true }

test('by keyboard alone: a member accepts what is due, one policy after the other, and may take part again', {
  tag: '@tablet',
}, async ({ page, forum, on, makePerson, logIn, picture }) => {
  await setPolicies(forum, [news, { ...terms, terms_updated_at: '2024-05-01T12:00:00Z' }])
  const { id } = await makeDiscussion(forum, { title: 'Boats' })
  await logIn(await makePerson('owen'))
  await on.discussion.goto(id)
  const alert = page.getByText('Accept the forum’s policies to take part again.')
  await expect(alert.first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await picture('policies-due')
  await on.index.goto()
  const first = page.getByRole('dialog', { name: 'Terms of service' })
  await expect(first).toContainText('Policy 1 of 2')
  await expect(first).toContainText('Updated on 2024-05-01')
  await expect(first).toContainText('We now store less.')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('policy-accept')
  const next = first.getByRole('button', { name: 'Continue' })
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await first.getByLabel('I accept “Terms of service”').focus()
  await page.keyboard.press('Space')
  await expect(next).not.toHaveAttribute('aria-disabled', 'true')
  await next.focus()
  await page.keyboard.press('Enter')
  const second = page.getByRole('dialog', { name: 'News by mail' })
  await expect(second.getByLabel('I accept “News by mail”')).toBeFocused()
  await picture('policy-optional')
  const loaded = page.waitForEvent('load')
  await second.getByRole('button', { name: 'Continue' }).press('Enter')
  await loaded
  await settled(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(alert).toHaveCount(0)
  await on.discussion.goto(id)
  await expect(on.discussion.replyLink).toBeVisible()
})

test('the question comes once for each page that is loaded, and can wait', { tag: '@long' }, async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
}) => {
  await setPolicies(forum, [terms])
  const { id } = await makeDiscussion(forum, { title: 'Harbors' })
  await logIn(await makePerson('pam'))
  await on.index.goto()
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Harbors' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/d/${id}`))
  await page.goBack()
  await settled(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('dialog', { name: 'Terms of service' })).toBeVisible()
})

test('what is optional asks quietly, can be hidden, and is changed in the settings', {
  tag: '@tablet',
}, async ({ page, forum, on, makePerson, logIn, picture }) => {
  await setPolicies(forum, [news])
  await logIn(await makePerson('quinn'))
  await on.index.goto()
  const alert = page.getByText('There are optional policies that you can accept or decline.')
  await expect(alert).toBeVisible()
  await picture('policies-optional')
  await page.getByRole('button', { name: 'Hide this message' }).click()
  await expect(alert).toHaveCount(0)
  await on.index.goto()
  await settled(page)
  await expect(alert).toHaveCount(0)
  await page.goto('/settings')
  const choice = page.getByRole('checkbox', { name: 'News by mail' })
  await choice.check()
  await settled(page)
  await page.reload()
  await expect(choice).toBeChecked()
  await choice.uncheck()
  await settled(page)
  await page.getByRole('button', { name: 'Show my answers' }).click()
  const answers = page.getByRole('list', { name: 'Your answers' }).getByRole('listitem')
  await expect(answers).toHaveText([
    /^Declined “News by mail” on \d{4}-/,
    /^Accepted “News by mail” on \d{4}-/,
  ])
  await answers.first().scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await picture('policies-settings')
})

test('a moderator sees what a member has answered', { tag: '@tablet' }, async ({
  page,
  forum,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  await setPolicies(forum, [terms, news])
  await grant(forum, 'fof-terms.see-user-policies-state', [groups.moderator])
  await grant(forum, 'fof-terms.postpone-policies-accept', [groups.moderator])
  const member = await makePerson('rita')
  await logIn(await makePerson('sam', { groupIds: [groups.moderator] }))
  await on.user.goto(member.username)
  await page
    .getByRole('main')
    .getByRole('button', { name: /Actions|Controls/ })
    .click()
  await page.getByRole('menuitem', { name: 'Policies' }).click()
  const modal = page.getByRole('dialog', { name: `Policies of ${member.username}` })
  await expect(modal.getByRole('listitem')).toHaveText([
    /Terms of service\s*Not accepted/,
    /News by mail\s*Not accepted/,
  ])
  await expectAccessible(page)
  await picture('policies-of-member')
})

test('a text that is being written when a policy appears is kept, and sent after accepting', async ({
  page,
  forum,
  on,
  openDiscussion,
  watch,
  picture,
}) => {
  await setPolicies(forum, [])
  await openDiscussion({ title: 'Ferries' }, { username: 'tess' })
  await on.discussion.replyLink.click()
  await on.composer.text.fill('A long thought')
  await setPolicies(forum, [terms])
  watch.expect(/status 403: POST .*\/posts/)
  await on.composer.submit.click()
  const modal = page.getByRole('dialog', { name: 'Terms of service' })
  await expect(modal).toBeVisible()
  await modal.getByLabel('I accept “Terms of service”').check()
  await modal.getByRole('button', { name: 'Continue' }).click()
  await expect(modal).toHaveCount(0)
  await expect(page.getByText('Your text is kept here.')).toBeVisible()
  await picture('policy-while-writing')
  await expect(on.composer.text).toHaveValue('A long thought')
  await on.composer.submit.click()
  await expect(page.getByRole('article').filter({ hasText: 'A long thought' })).toBeVisible()
})
