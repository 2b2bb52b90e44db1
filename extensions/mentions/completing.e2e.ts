import { makeDiscussion } from '@parley/testing/discussions'
import { expect, type Journey, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import type { Page } from '@playwright/test'
import { sendAs } from './journeys/send-as.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

/** The suggestions at the caret. */
function suggestions(page: Page) {
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  return { list, option: (name: string | RegExp) => list.getByRole('option', { name }) }
}

/** Opens the composer for a reply by its shortcut. */
async function beginReply(page: Page, on: Journey['on']): Promise<void> {
  await page.keyboard.press('r')
  await expect(on.composer.text).toBeFocused()
}

/** The addresses of searches for members and tags. */
function searchesOf(page: Page): string[] {
  const searches: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const query = searchParams.get('filter[q]')
    if (query !== null) searches.push(`${pathname.replace(/^.*\/api/, '')} ${query}`)
  })
  return searches
}

test('by keyboard alone: a member is completed, previewed and mentioned', { tag: '@tablet' }, async ({
  page,
  on,
  openDiscussion,
  makePerson,
  picture,
}) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  const author = await makePerson('jonas')
  await openDiscussion(
    { title: 'Sleepers', posts: [{ user_id: author.id, content: 'Car 261 is the quiet one.' }] },
    { username: 'aiko' },
  )
  const { list, option } = suggestions(page)
  await beginReply(page, on)
  await page.keyboard.type('Thank you @jon')
  await expect(option('jonas').first()).toHaveAttribute('aria-selected', 'true')
  const chosen = await on.composer.text.getAttribute('aria-activedescendant')
  await expect(list.getByRole('option', { selected: true })).toHaveId(chosen ?? '')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('mentions-suggestions')
  await page.keyboard.press('Enter')
  await expect(on.composer.text).toHaveValue('Thank you @jonas ')
  await expect(list).toBeHidden()
  await page.keyboard.type('for that')
  await expect(list).toBeHidden()
  await page.keyboard.press('Control+Enter')
  const reply = on.discussion.postSaying('for that')
  const mention = reply.getByRole('link', { name: '@jonas', exact: true })
  await expect(mention).toHaveAttribute('href', /\/u\/jonas$/)
  await expectAccessible(page)
  await picture('mentions-reply')
})

test('Escape closes the suggestions, and the text stays', { tag: '@long' }, async ({
  page,
  on,
  openDiscussion,
}) => {
  await openDiscussion({ title: 'Quiet cars', posts: [{ content: 'Where?' }] }, { username: 'escaper' })
  const { list } = suggestions(page)
  await beginReply(page, on)
  await page.keyboard.type('Hello @esc')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(on.composer.text).toHaveValue('Hello @esc')
  await expect(on.composer.text).toBeFocused()
})

test('members who are not on the page are searched once, and with a name of several words', async ({
  page,
  on,
  openDiscussion,
  makePerson,
}) => {
  await makePerson('zelda')
  await makePerson('zenobia')
  const searches = searchesOf(page)
  await openDiscussion({ title: 'Names', posts: [{ content: 'Who?' }] }, { username: 'seeker' })
  const { list, option } = suggestions(page)
  await beginReply(page, on)
  await page.keyboard.type('@z')
  await page.keyboard.type('e')
  await expect(option('zelda')).toBeVisible()
  await expect(option('zenobia')).toBeVisible()
  // The answer was complete: longer names need no other.
  await page.keyboard.type('l')
  await expect(option('zenobia')).toBeHidden()
  await expect(option('zelda')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(option('zenobia')).toBeVisible()
  expect(searches).toEqual(['/users ze'])
  await option('zelda').click()
  await expect(on.composer.text).toHaveValue('@zelda ')
  await expect(on.composer.text).toBeFocused()
  await page.keyboard.type('"zen')
  await expect(list).toBeHidden()
})

test('earlier posts are suggested by number or author, newest first', async ({
  page,
  on,
  openDiscussion,
  makePerson,
  picture,
}) => {
  const author = await makePerson('mira')
  const posts = ['First', 'Second', 'Third'].map((content) => ({
    user_id: author.id,
    content: `${content}.`,
  }))
  const { id } = await openDiscussion({ title: 'Counting', posts }, { username: 'counter' })
  const { option } = suggestions(page)
  await beginReply(page, on)
  await page.keyboard.type('@')
  const replies = option(/^Reply to #\d/)
  await expect(replies).toHaveText([/#3.*Third/, /#2.*Second/, /#1.*First/])
  await picture('mentions-suggested-posts')
  await page.keyboard.type('2')
  await expect(replies).toHaveCount(1)
  await replies.click()
  await expect(on.composer.text).toHaveValue(/^@"mira"#p\d+ $/)
  await on.composer.text.press('End')
  await page.keyboard.type('Yes.')
  const preview = on.composer.preview.getByRole('link', { name: 'mira' })
  if (await on.composer.button('Preview').isVisible()) await on.composer.button('Preview').click()
  await expect(preview).toHaveAttribute('href', new RegExp(`/d/${id}-[^/]*/2$`))
})

test('who may mention groups gets them suggested; others do not', async ({
  page,
  on,
  forum,
  openDiscussion,
}) => {
  const discussion = { title: 'Crew', posts: [{ content: 'All hands.' }] }
  await openDiscussion(discussion, { username: 'captain', is: 'administrator' })
  const { option } = suggestions(page)
  await beginReply(page, on)
  await page.keyboard.type('@mods')
  await option('Mods').click()
  await expect(on.composer.text).toHaveValue('@"Mods"#g4 ')
  await on.composer.text.fill('')
  await on.composer.text.pressSequentially('@Memb')
  await expect(option('Members')).toHaveCount(0)
  expect(forum.errors()).toEqual([])
})

test('members get no groups suggested', { tag: '@long' }, async ({ page, on, openDiscussion }) => {
  await openDiscussion({ title: 'Deck', posts: [{ content: 'Swabbed.' }] }, { username: 'deckhand' })
  const { list, option } = suggestions(page)
  await beginReply(page, on)
  await page.keyboard.type('@m')
  await expect(option('Mods')).toHaveCount(0)
  await page.keyboard.type('ods')
  await expect(list).toBeHidden()
})

test('the button in the toolbar begins a mention', { tag: '@long' }, async ({ page, on, openDiscussion }) => {
  await openDiscussion({ title: 'Buttons', posts: [{ content: 'Press.' }] }, { username: 'presser' })
  await beginReply(page, on)
  await page.keyboard.type('Hello')
  await on.composer.button('Mention someone').click()
  await expect(on.composer.text).toHaveValue('Hello @')
  await expect(on.composer.text).toBeFocused()
  await expect(suggestions(page).option('presser')).toBeVisible()
})

test('tags are completed after a number sign', async ({ page, on, forum, openDiscussion, picture }) => {
  const send = (name: string, slug: string, color: string) =>
    sendAs(forum, 1, 'POST', '/tags', {
      data: { type: 'tags', attributes: { name, slug, color, description: '', primary: false } },
    })
  await send('Night trains', 'nights', '#5b4fc7')
  await send('夜行列车', '夜车', '#c2570c')
  await openDiscussion({ title: 'Labels', posts: [{ content: 'Which?' }] }, { username: 'labeler' })
  const { option } = suggestions(page)
  await beginReply(page, on)
  await page.keyboard.type('See #nig')
  await option(/Night trains/).click()
  await expect(on.composer.text).toHaveValue('See #nights ')
  await on.composer.text.pressSequentially('and #夜')
  await option(/夜行列车/).click()
  await expect(on.composer.text).toHaveValue('See #nights and #夜车 ')
  await on.composer.submit.click()
  const reply = on.discussion.postSaying('See')
  await expect(reply.getByRole('link', { name: 'Night trains' })).toHaveAttribute('href', /\/t\/nights$/)
  await expect(reply.getByRole('link', { name: '夜行列车' })).toBeVisible()
  await expectAccessible(page)
  await picture('mentions-tags')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture('mentions-tags-dark')
})

test('what is written of members, posts and groups before is previewed', { tag: '@long' }, async ({
  page,
  on,
  forum,
  makePerson,
  openDiscussion,
}) => {
  const absent = await makePerson('absent')
  const { first_post_id, id: other } = await makeDiscussion(forum, {
    title: 'Elsewhere',
    posts: [{ user_id: absent.id, content: 'Far from here.' }],
  })
  await openDiscussion({ title: 'Here', posts: [{ content: 'Near.' }] }, { username: 'previewer' })
  await beginReply(page, on)
  await on.composer.text.fill(
    `@"Old name"#${absent.id} and @"Old name"#p${first_post_id} and @"Mods"#g4 and \`@"Code"#${absent.id}\``,
  )
  if (await on.composer.button('Preview').isVisible()) await on.composer.button('Preview').click()
  const { preview } = on.composer
  await expect(preview.getByRole('link', { name: '@absent' })).toHaveAttribute('href', /\/u\/absent$/)
  await expect(preview.getByRole('link', { name: 'absent', exact: true })).toHaveAttribute(
    'href',
    new RegExp(`/d/${other}-`),
  )
  // Members may not mention groups, and code has no mentions.
  await expect(preview).toContainText('@"Mods"#g4')
  await expect(preview.locator('code')).toHaveText(`@"Code"#${absent.id}`)
})
