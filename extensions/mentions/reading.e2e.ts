import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible, expectAccessibleFromRightToLeft } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { changePostAs, replyAs, sendAs } from './journeys/send-as.ts'

test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index + 1} of the log.`).join('\n\n')

test('the Reply button of a post mentions it, and its footer says so at once', { tag: '@tablet' }, async ({
  page,
  on,
  openDiscussion,
  makePerson,
  picture,
}) => {
  const author = await makePerson('lucia')
  const posts = [{ content: 'Which platform?' }, { user_id: author.id, content: 'Platform 3.' }]
  await openDiscussion({ title: 'Platforms', posts }, { username: 'replier' })
  const post = on.discussion.post(2)
  await post.getByRole('link', { name: 'Reply' }).click()
  await expect(on.composer.text).toHaveValue(/^@"lucia"#p\d+ $/)
  await on.composer.text.press('End')
  await page.keyboard.type('Found it.')
  await on.composer.submit.click()
  const reply = on.discussion.postSaying('Found it.')
  await expect(reply.getByRole('link', { name: 'lucia', exact: true })).toBeVisible()
  const footer = post.locator('.MentionedBy')
  await expect(footer).toHaveText('You replied to this')
  await expect(footer.getByRole('link', { name: 'You' })).toHaveAttribute('href', /\/3$/)
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('mentions-footer')
})

test('selected text is quoted with a mention, by touch and by keyboard', { tag: '@phone' }, async ({
  page,
  on,
  openDiscussion,
  makePerson,
  isPhone,
  picture,
}) => {
  const author = await makePerson('soren')
  const posts = [{ user_id: author.id, content: 'The ladder squeaks. Ask @soren about it.' }]
  await openDiscussion({ title: 'Ladders', posts }, { username: 'quoter' })
  const post = on.discussion.post(1)
  await post.locator('.Post-body').evaluate((body) => getSelection()?.selectAllChildren(body))
  const button = page
    .getByRole('group', { name: 'Actions for the selected text' })
    .getByRole('button', { name: 'Quote' })
  await expect(button).toBeVisible()
  await expectAccessible(page)
  await picture('mentions-quote-button')
  if (isPhone) await button.tap()
  else {
    await post.getByRole('link', { name: 'Reply' }).focus()
    const isFocused = () => button.evaluate((element) => element.matches(':focus'))
    for (let tabs = 0; tabs < 3 && !(await isFocused()); tabs += 1) await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(on.composer.text).toHaveValue(
    /^> @"soren"#p\d+ The ladder squeaks\. Ask \\@soren about it\.\n\n$/,
  )
})

test('guests and those who cannot reply get no quotation', { tag: '@long' }, async ({
  page,
  on,
  forum,
  openDiscussion,
}) => {
  const { id } = await openDiscussion(
    { title: 'Closed', posts: [{ content: 'No replies here.' }] },
    { username: 'mute' },
  )
  await sendAs(forum, 1, 'PATCH', `/discussions/${id}`, {
    data: { type: 'discussions', id: String(id), attributes: { isLocked: true } },
  })
  await on.discussion.goto(id)
  const body = on.discussion.post(1).locator('.Post-body')
  await body.evaluate((element) => getSelection()?.selectAllChildren(element))
  await expect(page.getByRole('button', { name: 'Quote' })).toHaveCount(0)
})

test('of more than four mentions three authors are named; a modal lists all posts', {
  tag: '@tablet',
}, async ({ page, on, forum, openDiscussion, makePerson, picture }) => {
  // Runs several accessibility checks of whole pages.
  test.slow()
  await sendAs(forum, 1, 'POST', '/permission', { permission: 'postWithoutThrottle', groupIds: [3] })
  const writers = await Promise.all(['ann', 'bob', 'cleo', 'dora'].map((name) => makePerson(name)))
  const { id, first_post_id } = await makeDiscussion(forum, {
    title: 'Popular',
    posts: [{ content: 'Who agrees?' }],
  })
  for (let number = 2; number <= 13; number += 1) {
    const writer = writers[number % 4]
    if (writer) await replyAs(forum, writer.id, id, `@"Name"#p${first_post_id} Number ${number} agrees.`)
  }
  await openDiscussion({ title: 'Another', posts: [{}] }, { username: 'counting' })
  await on.discussion.goto(id)
  const footer = on.discussion.post(1).locator('.MentionedBy')
  await expect(footer).toHaveText('cleo, dora, ann, and 9 others replied to this')
  await picture('mentions-many')
  await footer.getByRole('button', { name: '9 others' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replies to this post' })
  const items = dialog.getByRole('listitem')
  await expect(items).toHaveCount(10)
  await expect(items.first()).toContainText('Number 2 agrees.')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('mentions-modal')
  await dialog.getByRole('button', { name: 'Load more' }).press('Enter')
  await expect(items).toHaveCount(12)
  await expect(items.nth(10).getByRole('link').first()).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await items.last().getByRole('link').first().click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/13$/)
})

test('a mention shows its post: highlighted on the screen, else in a card', { tag: '@tablet' }, async ({
  page,
  on,
  forum,
  openDiscussion,
  makePerson,
  isPhone,
  picture,
}) => {
  const author = await makePerson('tomasz')
  const posts = [
    { user_id: author.id, content: 'The timetable.' },
    { user_id: author.id, content: paragraphs(60) },
    { user_id: author.id, content: 'The weather.' },
  ]
  const { id, person } = await openDiscussion({ title: 'Cards', posts }, { username: 'pointer' })
  const [first, , third] = await forum.current.database.read
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', id)
    .orderBy('number')
    .execute()
  await replyAs(forum, person.id, id, `@"a"#p${first?.id} and @"b"#p${third?.id}`)
  await on.discussion.goto(id, 4)
  const mentions = on.discussion.post(4).locator('.PostMention')
  const card = page.getByRole('dialog', { name: 'Post #1' })
  if (isPhone) {
    await mentions.first().tap()
    await expect(page).toHaveURL(/\/d\/[^/]+\/1$/)
    await expect(card).toHaveCount(0)
    return
  }
  await mentions.first().hover()
  await expect(card).toContainText('The timetable.')
  await expectAccessible(page)
  await picture('mentions-card')
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await mentions.last().hover()
  await expect(on.discussion.post(3)).toHaveClass(/is-pointed/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.mouse.move(0, 0)
  await expect(on.discussion.post(3)).not.toHaveClass(/is-pointed/)
  await mentions.first().focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(card).toContainText('The timetable.')
  await page.keyboard.press('Tab')
  await expect(card.getByRole('link', { name: 'tomasz' })).toBeFocused()
})

test('what the reader may not see is not previewed', async ({ page, on, forum, openDiscussion, isPhone }) => {
  test.skip(isPhone, 'touching a link follows it')
  const secret = await makeDiscussion(forum, {
    title: 'Secret',
    posts: [{ content: 'Open.' }, { content: 'The combination is 1234.' }],
  })
  const [, second] = await forum.current.database.read
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', secret.id)
    .orderBy('number')
    .execute()
  const { id } = await makeDiscussion(forum, { title: 'Public', posts: [{ content: 'Hello.' }] })
  await replyAs(forum, 1, id, `See @"x"#p${second?.id} for it.`)
  await changePostAs(forum, 1, String(second?.id), { isHidden: true })
  await openDiscussion({ title: 'Door', posts: [{}] }, { username: 'outsider' })
  await on.discussion.goto(id)
  const mention = on.discussion.post(2).locator('.PostMention')
  await settled(page)
  await mention.hover()
  // The card of what may be seen opens after it.
  await on.discussion.post(2).getByRole('link', { name: 'admin' }).first().hover()
  await expect(page.getByRole('dialog', { name: 'admin' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText('1234')
})

test('deleted members, posts and groups leave only that they were there', { tag: '@long' }, async ({
  page,
  on,
  forum,
  openDiscussion,
  makePerson,
  picture,
}) => {
  const gone = await makePerson('vanisher')
  const { id } = await makeDiscussion(forum, {
    title: 'Traces',
    posts: [{ content: 'One.' }, { content: 'Two.' }],
  })
  const [, second] = await forum.current.database.read
    .selectFrom('posts')
    .select('id')
    .where('discussion_id', '=', id)
    .orderBy('number')
    .execute()
  await replyAs(forum, 1, id, `@"x"#${gone.id}, @"y"#p${second?.id} and @"Mods"#g4`)
  await forum.current.database.transaction(async (db) => {
    await db.deleteFrom('users').where('id', '=', gone.id).execute()
    await db
      .deleteFrom('posts')
      .where('id', '=', second?.id ?? 0)
      .execute()
  })
  await openDiscussion({ title: 'Door', posts: [{}] }, { username: 'finder' })
  await on.discussion.goto(id)
  const text = on.discussion.post(3).locator('.Post-body')
  await expect(text).toHaveText(/^@\[deleted\], \[unknown\] and @Mods/)
  await expect(text).not.toContainText('vanisher')
  await expect(text.locator('.UserMention--deleted, .PostMention--deleted')).toHaveCount(2)
  await expectAccessible(page)
  await picture('mentions-deleted')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture('mentions-deleted-dark')
})

test('a member’s page has a tab with the posts that mention them', { tag: '@tablet' }, async ({
  page,
  on,
  forum,
  makePerson,
  logIn,
  picture,
}) => {
  const named = await makePerson('named')
  await logIn(named)
  await on.user.goto(named.username)
  const tab = page.getByRole('main').getByRole('link', { name: 'Mentions' })
  await tab.click()
  await expect(page).toHaveURL(/\/mentions$/)
  await expect(page.getByRole('heading', { name: 'No posts mention you yet.' })).toBeVisible()
  await expectAccessible(page)
  await picture('mentions-tab-empty')
  const { id } = await makeDiscussion(forum, { title: 'Roll call', posts: [{}] })
  await replyAs(forum, 1, id, `@${named.username} is here.`)
  await replyAs(forum, 1, id, `@${named.username} is still here.`)
  await page.reload()
  const posts = page.locator('.PostsListItem')
  await expect(posts).toHaveText([/is still here\./, /is here\./])
  await expect(posts.first().getByRole('link', { name: 'admin' })).toBeVisible()
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('mentions-tab')
})

test('who is mentioned is notified, and the notification leads to the post', async ({
  page,
  on,
  forum,
  makePerson,
  logIn,
  picture,
}) => {
  const bell = await makePerson('bellringer', { groupIds: [4] })
  const { id, first_post_id } = await makeDiscussion(forum, {
    title: 'Bells',
    user_id: bell.id,
    posts: [{ user_id: bell.id, content: 'Who rings?' }],
  })
  await replyAs(forum, 1, id, `@${bell.username} rings.`)
  await replyAs(forum, 1, id, `@"x"#p${first_post_id} You do.`)
  await replyAs(forum, 1, id, '@"Mods"#g4 ring, too.')
  await logIn(bell)
  await expect(async () => {
    await on.index.goto()
    await on.notifications.open()
    await expect(on.notifications.of('Bells')).toHaveCount(3, { timeout: 1000 })
  }).toPass()
  const items = on.notifications.of('Bells')
  await expect(items).toContainText([
    'admin mentioned a group that you belong to',
    'admin replied to your post',
    'admin mentioned you',
  ])
  await expect(items.last()).toContainText('rings.')
  await expectAccessible(page)
  await expectAccessibleFromRightToLeft(page)
  await picture('mentions-notifications')
  await items.filter({ hasText: 'replied to your post' }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/d/${id}-[^/]*/3$`))
})

test('a notification of replies in another discussion names how many, and leads to the newest there', {
  tag: '@long',
}, async ({ page, on, forum, makePerson, logIn }) => {
  const [asker, helper] = [await makePerson('asker'), await makePerson('helper')]
  const { first_post_id } = await makeDiscussion(forum, { title: 'Asked here', user_id: asker.id })
  const elsewhere = await makeDiscussion(forum, { title: 'Answered there', posts: [{}, {}] })
  await replyAs(forum, helper.id, elsewhere.id, `@"x"#p${first_post_id} Look.`)
  await replyAs(forum, 1, elsewhere.id, `@"x"#p${first_post_id} And here.`)
  await logIn(asker)
  const items = on.notifications.of('Asked here')
  await expect(async () => {
    await on.index.goto()
    await on.notifications.open()
    await expect(items).toContainText(['admin and 1 other replied to your post'], { timeout: 1000 })
  }).toPass()
  await items.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/d/${elsewhere.id}-[^/]*/4$`))
})

test('the settings name the three kinds of notifications', { tag: '@long' }, async ({
  page,
  makePerson,
  logIn,
}) => {
  await logIn(await makePerson('chooser'))
  await page.goto('/settings')
  for (const name of [
    'Someone mentions me',
    'Someone replies to one of my posts',
    'Someone mentions a group I belong to',
  ])
    await expect(page.getByRole('rowheader', { name })).toBeVisible()
})

test('each paragraph has its own direction, and the mark of a mention stays before the name', async ({
  forum,
  on,
  makePerson,
  picture,
}) => {
  const { username } = await makePerson('mira')
  const { id } = await makeDiscussion(forum, { title: 'Directions', posts: [{ content: 'Well?' }] })
  await replyAs(forum, 1, id, `An English line.\n\nשלום עולם.\n\nمرحبا @${username} شكرا`)
  await on.discussion.goto(id)
  /** Where the nth character of an element's text begins, in pixels from the left. */
  const leftOf = (selector: string, index: number) =>
    on.discussion
      .post(2)
      .locator(selector)
      .evaluate((element, at) => {
        const range = document.createRange()
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const text = walker.nextNode() as Text
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        return range.getBoundingClientRect().left
      }, index)
  await expect(on.discussion.post(2).locator('.UserMention')).toHaveText(`@${username}`)
  // The full stop of the Hebrew line is at its left, of the English one at its right.
  expect(await leftOf('p:nth-of-type(2)', 9)).toBeLessThan(await leftOf('p:nth-of-type(2)', 0))
  expect(await leftOf('p:nth-of-type(1)', 15)).toBeGreaterThan(await leftOf('p:nth-of-type(1)', 0))
  expect(await leftOf('.UserMention', 0)).toBeLessThan(await leftOf('.UserMention', 1))
  await picture('mentions-directions')
})
