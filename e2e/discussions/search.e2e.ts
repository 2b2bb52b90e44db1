import { failRequests, holdRequests } from '@parley/testing/answers'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { makeSearchData, uniqueWord } from '../search-data.ts'
import { expect, test } from '../world.ts'

test('the field suggests discussions and people, and marks the matches', {
  tag: ['@phone', '@tablet'],
}, async ({ page, on, picture, logInAs, searchWord }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  await logInAs('seeker')
  await on.index.goto()
  await on.search.open()
  await expect(on.search.group('Filters')).toBeVisible()
  await expectAccessible(page)
  await picture('search-hints')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('filter%5Bq%5D')) requests.push(request.url())
  })
  await on.search.field.pressSequentially(searchWord.slice(0, 2))
  await expect(page.getByText('Type at least 3 characters.')).toBeVisible()
  await on.search.field.fill(searchWord.toUpperCase())
  const discussions = on.search.group('Discussions').getByRole('option')
  await expect(discussions).toHaveCount(3)
  await expect(on.search.group('People').getByRole('option')).toHaveCount(1)
  await expect(discussions.first().locator('mark').first()).toHaveText(searchWord)
  await expect(on.search.suggestion(/Something quite different/)).toContainText(
    `Then the ${searchWord.toUpperCase()} came`,
  )
  await expect(on.search.suggestion(/<b>more/)).toContainText('and <b>more</b>')
  expect(requests.length).toBe(2)
  expect(requests.every((url) => url.includes(`filter%5Bq%5D=${searchWord}`))).toBe(true)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('search-suggestions')
  await on.search.suggestion(/Something quite different/).click()
  await expect(page).toHaveURL(/\/d\/[^/]+\/3$/)
  await expect(on.discussion.post(3)).toBeInViewport()
})

test('the results page sorts by relevance or otherwise and shows the best post’s words', {
  tag: '@tablet',
}, async ({ page, on, isPhone, picture, searchWord }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  await on.index.goto()
  await on.search.open()
  await on.search.field.fill(searchWord)
  await on.search.field.press('Enter')
  await expect(page).toHaveURL(`/all?q=${searchWord}`)
  await expect(page).toHaveTitle(new RegExp(`Results for “${searchWord}”`))
  await expect(on.search.results).toHaveCount(3)
  await expect(on.search.results.nth(2)).toContainText('Something quite different')
  await expect(on.search.results.nth(2).locator('mark')).toHaveText([searchWord.toUpperCase()])
  await expect(on.search.results.nth(2).locator('.DiscussionRow-source')).toContainText(
    searchWord.slice(0, 30),
  )
  await expect(page.getByRole('status').filter({ hasText: /^3 discussions$/ })).toBeVisible()
  await expect(on.search.results.nth(0).locator('h2 mark')).toHaveText([searchWord])
  await expect(on.search.field).toHaveValue(searchWord)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('search-results')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture('search-results-dark')
  await page.emulateMedia({ colorScheme: null })

  await on.index.sort.open()
  await expect(page.getByRole('menuitemradio', { name: 'Relevance' })).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('menuitemradio', { name: 'Oldest' }).click()
  await expect(page).toHaveURL(`/all?q=${searchWord}&sort=oldest`)
  await expect(on.search.results.nth(0)).toContainText('in the title')
  await on.search.results.nth(1).getByRole('link', { name: 'Something quite different' }).click()
  await expect(page).toHaveURL(/\/d\/[^/]+\/3$/)
  await page.goBack()
  await expect(on.search.results).toHaveCount(3)
  await expect(on.search.results.nth(1).locator('mark')).toHaveText([searchWord.toUpperCase()])

  // Suggestions for another search do not change the results page.
  await on.search.field.fill('weather')
  if (!isPhone) {
    await expect(on.search.group('Discussions')).toBeVisible()
    await expect(on.search.results.nth(1).locator('mark')).toHaveText([searchWord.toUpperCase()])
  }
  await on.search.field.press('Escape')
  await on.search.field.fill(`nothing${searchWord}like`)
  await on.search.field.press('Enter')
  await expect(page.getByRole('heading', { name: 'No results for' })).toBeVisible()
  await expectAccessible(page)
  await picture('search-nothing-found')
})

test('conditions narrow a search and are suggested while they are typed', async ({
  page,
  on,
  logInAs,
  searchWord,
}) => {
  await logInAs('narrower')
  await on.index.goto()
  await on.search.open()
  await on.search.field.pressSequentially(`${searchWord} -unr`)
  await on.search.suggestion(/^-is:unread/).click()
  await expect(on.search.field).toHaveValue(`${searchWord} -is:unread `)
  await expect(on.search.field).toBeFocused()
  await on.search.field.press('Enter')
  await expect(page.getByRole('heading', { name: 'No discussions for' })).toBeVisible()
  await on.search.field.fill(`author:${searchWord.slice(0, 30)} title`)
  await on.search.field.press('Enter')
  await expect(on.search.results).toHaveCount(1)
  await expect(on.search.results.locator('h2 mark')).toHaveText(['title'])
})

test('one character is enough where it can be a word', async ({ page, on }) => {
  await on.index.goto()
  await on.search.open()
  await on.search.field.fill('本')
  await expect(on.search.group('Discussions').getByRole('option')).toHaveCount(3)
  await on.search.field.press('Enter')
  await expect(on.search.results.first().locator('h2 mark')).toHaveText(['本'])
  await expect(page).toHaveTitle(/Results for “本”/)
})

test('a search by keyboard alone', async ({ page, on, isPhone, logInAs, searchWord }) => {
  test.skip(isPhone, 'There is no keyboard on a phone.')
  await logInAs('typing')
  await on.index.goto()
  await expect(on.search.field).toBeVisible()
  await page.keyboard.press('/')
  await expect(on.search.field).toBeFocused()
  await expect(on.search.suggestions).toBeVisible()
  await page.keyboard.type(searchWord)
  await expect(on.search.group('People')).toBeVisible()
  await expect(on.search.active).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(on.search.active).toContainText('See all results')
  await page.keyboard.press('ArrowUp')
  await expect(on.search.active).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(on.search.active).toContainText(searchWord.slice(0, 30))
  const id = await on.search.active.getAttribute('id')
  await expect(on.search.field).toHaveAttribute('aria-activedescendant', id ?? '')
  await page.keyboard.press('Escape')
  await expect(on.search.suggestions).toBeHidden()
  await expect(on.search.field).toHaveValue(searchWord)
  await page.keyboard.press('Escape')
  await expect(on.search.field).toHaveValue('')
  await page.keyboard.type(searchWord)
  await expect(on.search.group('People')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/d\//)
  await expect(on.discussion.title).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type(searchWord)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/all?q=${searchWord}`)
  await expect(on.search.suggestions).toBeHidden()
})

test(
  'a typing error is corrected, or the correction is a link',
  { tag: '@tablet' },
  async ({ page, forum, on, isPhone, picture }, info) => {
    // Runs several accessibility checks of whole pages.
    test.slow()
    // Typing errors are only corrected in words without digits.
    const word = uniqueWord(info).replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
    await makeSearchData(forum, word)
    const swapped = word.replace('ph', 'hp')
    await on.index.goto()
    await on.search.open()
    await on.search.field.fill(swapped)
    await expect(on.search.suggestion(`Did you mean “${word}”?`)).toBeVisible()
    await expect(on.search.group('Discussions').getByRole('option')).toHaveCount(3)
    await expect(on.search.group('Discussions').locator('mark').first()).toHaveText(word)
    await expectAccessible(page)
    await picture('search-suggests-meant')
    if (!isPhone) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(on.search.active).toContainText('Did you mean')
    }
    await on.search.field.press('Escape')
    await on.search.field.press('Enter')
    await expect(page).toHaveURL(`/all?q=${swapped}`)
    await expect(on.search.results).toHaveCount(3)
    await expect(on.search.results.first().locator('h2 mark')).toHaveText([word])
    await expectAccessible(page)
    await expectAccessibleFromRightToLeft(page)
    await picture('search-mended')
    await on.search.correction.click()
    await expect(page).toHaveURL(`/all?q=${word}`)
    await expect(on.search.results).toHaveCount(3)
    await expect(on.search.correction).toBeHidden()

    // Two letters are missing.
    await on.search.goto(`${word.slice(0, 9)}${word.slice(10, -2)}${word.slice(-1)}`)
    await expect(page.getByRole('heading', { name: 'No results for' })).toBeVisible()
    await expectAccessible(page)
    await expectAccessibleFromRightToLeft(page)
    await picture('search-did-you-mean')
    await on.search.correction.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/all?q=${word}`)
    await expect(on.search.results).toHaveCount(3)
  },
)

test('without permission to search users, no users are requested', async ({ page, on, searchWord }) => {
  await on.index.goto()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/users')) requests.push(request.url())
  })
  await on.search.open()
  await on.search.field.fill(searchWord)
  await expect(on.search.group('Discussions')).toBeVisible()
  await expect(on.search.group('People')).toBeHidden()
  expect(requests).toEqual([])
})

test('a search by an author says when there is no such member, to guests too', async ({
  page,
  on,
  picture,
}) => {
  await on.search.goto('author:mira,nessie')
  await expect(on.search.results.first()).toBeVisible()
  await on.search.goto('author:nessie')
  await expect(page.getByText('No member is named “nessie”.')).toBeVisible()
  await expectAccessible(page)
  await picture('search-unknown-author')
})

test('suggestions show loading and empty states', { tag: '@long' }, async ({ page, on, picture }, info) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  await on.index.goto()
  await on.search.open()
  const release = await holdRequests(page, '**/api/discussions?*')
  await on.search.field.fill(`nothing${uniqueWord(info)}`)
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
  await expectAccessible(page)
  await picture('search-loading')
  release()
  await expect(page.getByText('No results for')).toBeVisible()
  await expectAccessible(page)
  await picture('search-suggests-nothing')
})

test('results are paginated', { tag: '@long' }, async ({ page, on }) => {
  await on.search.goto('survive boathouse soldering keyboard timetable sourdough')
  await expect(on.search.results).toHaveCount(20)
  await on.index.loadMore.click()
  await expect(on.search.results).not.toHaveCount(20)
  const count = await on.search.results.count()
  await expect(page).toHaveURL(/[?&]page=2$/)
  await expect(
    on.search.results
      .nth(count - 1)
      .locator('mark')
      .first(),
  ).toBeVisible()
  await page.reload()
  await expect(on.search.results).toHaveCount(count - 20)
})

test('errors are shown and can be retried', { tag: '@long' }, async ({
  page,
  on,
  watch,
  picture,
  searchWord,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  await on.index.goto()
  await on.search.open()
  watch.expect(/filter%5Bq%5D/)
  for (const [index, status] of [0, 400, 401, 403, 404, 422, 429, 500].entries()) {
    await failRequests(page, '**/api/*filter%5Bq%5D*', status)
    await on.search.field.fill(`${searchWord}${index}`)
    await expect(page.getByText('Search failed.')).toBeVisible()
    await page.unroute('**/api/*filter%5Bq%5D*')
  }
  await expectAccessible(page)
  await picture('search-failed')
  await on.search.field.fill(searchWord)
  await expect(on.search.group('Discussions')).toBeVisible()
  await page.route('**/api/*filter%5Bq%5D*', (route) => route.abort('failed'))
  await on.search.field.fill(`${searchWord} title`)
  await expect(page.getByText('Search failed.')).toBeVisible()
  await page.unroute('**/api/*filter%5Bq%5D*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(on.search.group('Discussions')).toBeVisible()

  await failRequests(page, '**/api/*filter%5Bq%5D*', 429)
  await on.search.field.press('Enter')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/api/*filter%5Bq%5D*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(on.search.results.first()).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test.beforeEach(({ watch }) => {
    // Chromium reports scripts that are blocked because JavaScript is disabled.
    watch.expect(/^request: GET .*\.js csp$/)
  })

  test('a search works as a form', { tag: '@tablet' }, async ({
    page,
    on,
    isPhone,
    picture,
    searchWord: word,
  }) => {
    await page.goto(isPhone ? '/all?q=' : '/')
    await on.search.field.fill(word)
    await on.search.field.press('Enter')
    await expect(on.search.results).toHaveCount(3)
    await expect(on.search.results.nth(2).locator('mark')).toHaveText([word.toUpperCase()])
    await picture('no-script-search')
  })
})
