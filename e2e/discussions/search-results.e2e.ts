import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { expect, test } from '../world.ts'

test('results say how many they are, and have people and words of quotations', {
  tag: '@tablet',
}, async ({ page, forum, on, picture, logInAs, searchWord }) => {
  const title = `Only quoted ${searchWord.slice(0, 8)}`
  await makeDiscussion(forum, {
    title,
    posts: [{ content: `> I saw the ${searchWord}.\n\nWhere was that?` }],
  })
  await logInAs('finder')
  await on.search.goto(searchWord)
  await expect(page.getByText('4 discussions · 1 person', { exact: true })).toBeVisible()
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.getByRole('link')).toHaveCount(1)
  await expect(on.search.results.filter({ hasText: 'Only quoted' }).locator('p mark')).toHaveText([
    searchWord,
  ])
  await expectAccessible(page)
  await picture('search-results-people')
  const totals: string[] = []
  page.on('request', (request) => request.url().includes('/api/totals/') && totals.push(request.url()))
  await on.index.goto()
  await on.search.open()
  await on.search.field.fill(searchWord)
  await on.search.field.press('Enter')
  await expect(page.getByText('4 discussions · 1 person', { exact: true })).toBeVisible()
  // A short list knows how many it has.
  await settled(page)
  expect(totals).toEqual([])
  await people.getByRole('link').click()
  await expect(page).toHaveURL(/\/u\//)
})

test('author: is completed with names, and only moderators are offered what is hidden', async ({
  on,
  logInAs,
  searchWord,
}) => {
  await logInAs('completer')
  await on.index.goto()
  await on.search.open()
  await on.search.field.pressSequentially('is:')
  await expect(on.search.suggestion(/^is:unread/)).toBeVisible()
  await expect(on.search.suggestion(/^is:hidden/)).toHaveCount(0)
  await on.search.field.fill(`title -author:${searchWord.slice(0, 20)}`)
  await on.search.group('Authors').getByRole('option').first().click()
  await expect(on.search.field).toHaveValue(`title -author:${searchWord.slice(0, 30)} `)
  await on.search.field.fill(`author:${searchWord}nope`)
  await expect(on.search.suggestions.page().getByText('No member has this name.')).toBeVisible()
  await logInAs('concealer', 'moderator')
  await on.index.goto()
  await on.search.open()
  await on.search.field.pressSequentially('is:')
  await expect(on.search.suggestion(/^is:hidden/)).toBeVisible()
})
