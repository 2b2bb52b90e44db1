import { expectAccessible } from '@parley/testing/page-checks'
import type { Locator } from '@playwright/test'
import { expect, test } from '../world.ts'

const startOf = (part: Locator) =>
  part.evaluate((element) => Math.round(element.getBoundingClientRect().left))

/** Where the text of a field begins. */
const textStartOf = (field: Locator) =>
  field.evaluate((element) => {
    const inset = Number.parseFloat(getComputedStyle(element).paddingInlineStart)
    return Math.round(element.getBoundingClientRect().left + inset)
  })

test('the composer stands under the column of content and covers less than half of the window', {
  tag: '@tablet',
}, async ({ page, on, openDiscussion, beginReply, picture, isPhone }) => {
  test.skip(isPhone, 'On phones the composer fills the screen.')
  await openDiscussion({ title: 'Keel', slug: 'keel' }, { username: 'boatbuilder' })
  await beginReply('Laid on Monday.')
  const post = on.discussion.post(1)
  expect(await textStartOf(on.composer.text)).toBe(await startOf(post))
  const height = page.viewportSize()?.height ?? 0
  expect(await on.composer.region.evaluate((element) => element.clientHeight)).toBeLessThan(height / 2)
  await picture('composer-column')
  await on.composer.button('Minimize').click()
  const edges = () =>
    Promise.all(
      [on.composer.region, on.discussion.posts].map((part) =>
        part.evaluate((element) => Math.round(element.getBoundingClientRect().right)),
      ),
    )
  const [bar, posts] = await edges()
  expect(bar).toBe(posts)

  await on.index.goto()
  await on.composer.button('Open').click()
  expect(await textStartOf(on.composer.text)).toBe(await startOf(on.index.list))
})

test('Escape leaves the full screen first, then minimizes', { tag: ['@tablet', '@long'] }, async ({
  page,
  on,
  openDiscussion,
  beginReply,
  isPhone,
}) => {
  test.skip(isPhone, 'On phones the composer has one size.')
  await openDiscussion({ title: 'Mast', slug: 'mast' }, { username: 'rigger' })
  await beginReply('Stepped on Tuesday.')
  await on.composer.button('Full screen').click()
  await on.composer.text.focus()
  await page.keyboard.press('Escape')
  await expect(on.composer.button('Full screen')).toBeVisible()
  await expect(page.locator('main')).not.toHaveAttribute('inert')
  await expect(on.composer.text).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(on.composer.text).toBeHidden()
  await expect(on.composer.button('Open')).toBeVisible()
})

test('the title says that it is missing, how much is left, and that it is too long', {
  tag: '@tablet',
}, async ({ page, on, logInAs, picture }) => {
  await logInAs('heading')
  await on.index.goto()
  await on.index.startLink.click()
  await on.composer.text.fill('Without a title so far.')
  await expect(on.composer.title).toHaveAttribute('placeholder', 'Add a title')
  await expect(on.composer.title).toHaveAccessibleDescription('Add a title')
  await expectAccessible(page)
  await expect(on.composer.status).toHaveText('Draft saved')
  await picture('composer-title-missing')

  const words = 'Which of the boats at the quay is yours, and would you lend it to me on Sunday?'
  await on.composer.title.fill(words)
  await expect(on.composer.titleHint).toHaveText('1 character left')
  await on.composer.title.press('End')
  await page.keyboard.type(' Yes')
  await expect(on.composer.title).toHaveValue(`${words} Yes`)
  await expect(on.composer.titleHint).toHaveText('3 characters too long')
  await expect(on.composer.title).toHaveAttribute('aria-invalid', 'true')
  await expect(on.composer.submit).toHaveAttribute('aria-disabled', 'true')
  // The title wraps: all of it is in sight.
  const isWhole = () =>
    on.composer.title.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth <= clientWidth && scrollHeight <= clientHeight,
    )
  expect(await isWhole()).toBe(true)
  await expectAccessible(page)
  await picture('composer-title-too-long')
  await on.composer.title.fill('Boats\nat the quay')
  await expect(on.composer.title).toHaveValue('Boats at the quay')
  await expect(on.composer.titleHint).toBeEmpty()
})

test('the preview follows what is being written', { tag: '@tablet' }, async ({
  page,
  on,
  openDiscussion,
  beginReply,
  isPhone,
}) => {
  await openDiscussion({ title: 'Log book', slug: 'log-book' }, { username: 'mate' })
  const days = Array.from({ length: 40 }, (_, day) => `## Day ${day + 1}\n\nNothing to report.\n\n`)
  await beginReply(days.join(''))
  await on.composer.text.press('Control+End')
  await page.keyboard.type('Land in sight.')
  if (isPhone) await on.composer.button('Preview').click()
  await expect(on.composer.preview.getByText('Land in sight.')).toBeInViewport()
  if (isPhone) return
  await on.composer.text.press('Control+Home')
  await page.keyboard.type('First words. ')
  await expect(on.composer.preview.getByText('First words.')).toBeInViewport()
})

test('Reply in a post begins with a link to the post, or quotes what is selected in it', {
  tag: '@tablet',
}, async ({ page, on, openDiscussion, makePerson, isPhone }) => {
  const author = await makePerson('cox')
  await openDiscussion(
    {
      title: 'Regatta',
      slug: 'regatta',
      posts: [
        { user_id: author.id, content: 'Who is in?' },
        { user_id: author.id, content: 'Two crews, *eight* rowers each.' },
      ],
    },
    { username: 'bow' },
  )
  const reply = on.discussion.post(2).getByRole('link', { name: 'Reply' })
  await reply.click()
  // A link, or what an extension has in its place.
  await expect(on.composer.text).toHaveValue(/^\S.+ $/)
  await on.composer.text.press('End')
  await page.keyboard.type('We are in.')
  await on.composer.submit.click()
  const answer = on.discussion.postSaying('We are in.')
  await on.discussion.permalink(answer, 2).click()
  await expect(page).toHaveURL(/\/d\/\d+-regatta\/2$/)
  if (isPhone) return

  const words = on.discussion.post(2).locator('.Post-body p')
  await words.evaluate((element) => getSelection()?.selectAllChildren(element))
  await reply.click()
  await expect(on.composer.text).toHaveValue(/^> \S[\s\S]+Two crews, eight rowers each\.\n\n$/)
})
