import { makeDiscussion } from '@parley/testing/discussions'
import { expectAccessible, layoutShift } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import { saveScreenshot } from '@parley/testing/screenshot'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../world.ts'

const code = `// Which ferries still run?
export async function ferries(date: Date): Promise<string[]> {
  const answer = await fetch(\`/timetable/\${date.toISOString()}\`)
  if (!answer.ok) throw new Error("No timetable: " + answer.status)
  return (await answer.json()).filter(({ seats }: Ferry) => seats > 0 && seats !== null)
}`

const text = `A map of the harbour at low water, with the pier that is closed until June.

![The harbour at low water](/pictures/harbour.svg "Low water")

## What runs when

\`\`\`ts
${code}
\`\`\`

The murderer is ||the *gardener* of [the island](https://example.org/)||, or so >!the cook!< says.

>! The ferry is late.
>!
>! It always is.

- [x] Buy tickets
- [ ] Pack **warm** things
  - a hat

| Line | From | To | First | Last | Price | Bicycles | Dogs |
| ---- | ---- | -- | ----: | ---: | ----: | :------: | ---- |
| 1 | Old harbour | Lighthouse | 06:10 | 22:40 | 4.20 | yes | on a lead |
| 2 | Riverside | Island of the gardens | 07:00 | 19:30 | 6.80 | no | yes |

### Small print

Water is H~2~O, and the deck has 12 m^2^.

\`\`\`unheard-of
  left   as it is
\`\`\`

> Quoted, with a [![picture in a link](/pictures/harbour.svg)](https://example.org/).
`

// Lists of other journeys would show the picture, which only these serve.
test.use({ forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

test.beforeEach(({ page }) => servePicture(page))

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 16 9">
<path fill="#9cc4d4" d="M0 0h16v9H0z"/><path fill="#2f6f86" d="M0 5q4-1 8 0t8 0v4H0z"/>
<path fill="#f2efe6" d="M6 4.6h4l-.6.9H6.6zM8 1v3.4h1.8z"/></svg>`

async function servePicture(page: Page): Promise<void> {
  await page.route('**/pictures/harbour.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: drawing }),
  )
}

function clipboard(page: Page, type: string): Promise<string> {
  return page.evaluate(async (type) => {
    const [item] = await navigator.clipboard.read()
    return (await item?.getType(type))?.text() ?? ''
  }, type)
}

const colorOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)

test('a post with all kinds of markup is previewed, posted and used', async ({
  page,
  context,
  on,
  picture,
  isPhone,
  logInAs,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInAs('skipper')
  await on.index.goto()
  await on.index.startLink.click()
  await on.composer.title.fill('Ferries')
  await on.composer.text.fill(text)
  if (isPhone) await on.composer.button('Preview').click()
  const { preview } = on.composer
  await preview.getByRole('group', { name: 'Code, ts' }).scrollIntoViewIfNeeded()
  await expect(preview.locator('.hljs-keyword').first()).toHaveText('export')
  await picture('markup-preview')
  if (isPhone) await on.composer.button('Preview').click()
  await on.composer.text.press('Control+End')
  await on.composer.text.pressSequentially('\nTo the end.')
  if (!isPhone) {
    await expect(preview.locator('p').last()).toHaveText('To the end.')
    await expect(preview.locator('.hljs-keyword').first()).toHaveText('export')
    // The preview follows what is being written.
    await expect(preview.locator('p').last()).toBeInViewport()
  }
  await on.composer.submit.click()
  await expect(on.composer.region).toBeHidden()
  const post = on.discussion.post(1)
  await expect(post).toContainText('To the end.')

  await page.reload()
  await expect(post.locator('.hljs-keyword').first()).toHaveText('export')
  await settled(page)
  await saveScreenshot(page, info, 'markup-post', { fullPage: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await saveScreenshot(page, info, 'markup-post-dark', { fullPage: true })
  await expectAccessible(page)
  await expect(post.locator('code.language-unheard-of')).toHaveText('  left   as it is\n')
  await expect(post.locator('code.language-unheard-of span')).toHaveCount(0)

  const frame = post.getByRole('group', { name: 'Code, ts' })
  const copy = frame.getByRole('button', { name: 'Copy code' })
  if (isPhone) await copy.tap()
  else {
    await expect(copy).toHaveCSS('opacity', '0')
    await frame.hover()
    await expect(copy).toHaveCSS('opacity', '1')
    await copy.click()
  }
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toBeAttached()
  await expect(frame.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await clipboard(page, 'text/plain')).toBe(code)
  await frame.scrollIntoViewIfNeeded()
  await picture('markup-copied')
  await expect(copy).toBeVisible()
})

test('an image opens large and closes again', { tag: '@tablet' }, async ({
  page,
  on,
  openDiscussion,
  picture,
  isPhone,
}) => {
  await openDiscussion({ title: 'Map', slug: 'map', posts: [{ content: text }] }, { username: 'viewer' })
  const post = on.discussion.post(1)
  const link = post.getByRole('link', { name: 'The harbour at low water' })
  const dialog = on.dialog.called('The harbour at low water')
  if (isPhone) await link.tap()
  else await link.click()
  await expect(dialog.getByRole('img', { name: 'The harbour at low water' })).toBeVisible()
  await expectAccessible(page)
  await picture('markup-image')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('img').click()
  await expect(dialog.getByRole('button', { name: 'Fit to window' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  expect(new URL(page.url()).pathname).toMatch(/^\/d\/\d+/)

  const linked = post.getByRole('link', { name: 'picture in a link' })
  await expect(linked).toHaveAttribute('href', 'https://example.org/')
})

test('spoilers open on demand', { tag: '@tablet' }, async ({
  page,
  on,
  openDiscussion,
  picture,
  isPhone,
}) => {
  await openDiscussion({ title: 'Plot', slug: 'plot', posts: [{ content: text }] }, { username: 'reader' })
  const post = on.discussion.post(1)
  const spoilers = post.getByRole('button', { name: 'Show spoiler' })
  await expect(spoilers).toHaveCount(2)
  const hidden = post.getByText('gardener')
  const inside = post.getByRole('link', { name: 'the island' })
  await expect(inside).toHaveCount(0)
  if (!isPhone) {
    await spoilers.first().hover()
    await expect(hidden).toBeHidden()
  }
  await spoilers.first().scrollIntoViewIfNeeded()
  await picture('markup-spoilers')
  await spoilers.first().focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'the gardener of the island' })).toBeAttached()
  await expect(inside).toBeVisible()
  await expect(spoilers).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(inside).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(spoilers).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(spoilers).toHaveCount(0)
  expect(await colorOf(post.getByText('the cook'))).toBe(await colorOf(post))

  const block = post.getByText('It always is.')
  await expect(block).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(post.locator('summary')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(block).toBeVisible()
  await picture('markup-spoilers-open')
  await expectAccessible(page)
})

test('copying from a post gives its text', async ({ page, context, on, openDiscussion, forum }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openDiscussion({ title: 'Copy', slug: 'copy', posts: [{ content: text }] }, { username: 'copier' })
  const post = on.discussion.post(1)
  await expect(post.getByRole('button', { name: 'Show spoiler' })).toHaveCount(2)
  await post.locator('.Prose').evaluate((element) => getSelection()?.selectAllChildren(element))
  await page.keyboard.press('Control+c')
  const html = await clipboard(page, 'text/html')
  expect(html).not.toMatch(/class=|style=|<button|<span|gardener|cook|Show spoiler/)
  expect(html).toContain('<li><label><input type="checkbox" checked="" disabled=""> Buy tickets</label></li>')
  expect(html).toContain(`<img src="${forum.url}/pictures/harbour.svg" alt="The harbour at low water"`)
  const plain = await clipboard(page, 'text/plain')
  expect(plain).toContain(code)
  expect(plain).not.toMatch(/gardener|Copy code/)
})

test('code is highlighted without layout shift', { tag: '@long' }, async ({ page, on, openDiscussion }) => {
  const blocks = ['python', 'html', 'sql', 'rs'].map(
    (language) => `\`\`\`${language}\n${codeSamples[language]}\n\`\`\``,
  )
  await openDiscussion(
    { title: 'Code', slug: 'code', posts: [{ content: blocks.join('\n\n') }] },
    { username: 'coder' },
  )
  const post = on.discussion.post(1)
  const words = ['def', 'html', 'SELECT', 'fn']
  for (const word of words) {
    const coloured = post
      .locator('[class^="hljs-"]')
      .filter({ hasText: new RegExp(`^${word}$`) })
      .first()
    await expect(coloured).toBeAttached()
  }
  expect(await layoutShift(page)).toBe(0)
})

test('code that takes too long to highlight stays plain and does not block the page', {
  tag: '@long',
}, async ({ page, on, openDiscussion }) => {
  let workers = 0
  page.on('worker', () => {
    workers += 1
  })
  const hostile = `\`\`\`nix\n${'\\n'.repeat(20_000)}${'_'.repeat(30_000)}\n\`\`\``
  const harmless = '```py\ndef tide(): pass\n```'
  await openDiscussion(
    { title: 'Flood', slug: 'flood', posts: [{ content: `${hostile}\n\n${harmless}` }] },
    { username: 'patient' },
  )
  const post = on.discussion.post(1)
  await expect(post.locator('.hljs-keyword').first()).toHaveText('def')
  await expect(post.locator('code.language-nix span')).toHaveCount(0)
  // A worker highlights the code, so that slow code does not block the page.
  expect(workers).toBeGreaterThan(0)
})

test('opened spoilers stay open, and new posts are enhanced', { tag: '@long' }, async ({
  page,
  on,
  openDiscussion,
  beginReply,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await openDiscussion({ title: 'Reply', slug: 'reply', posts: [{ content: text }] }, { username: 'replier' })
  const first = on.discussion.post(1)
  await first.getByRole('button', { name: 'Show spoiler' }).first().click()
  await expect(first.getByText('gardener')).toBeVisible()

  await beginReply('```go\nfunc main() {}\n```\n\nOr ||not||.')
  await on.composer.submit.click()
  const reply = on.discussion.postSaying('func main')
  await expect(reply.locator('.hljs-keyword').first()).toHaveText('func')
  await expect(reply.getByRole('button', { name: 'Show spoiler' })).toHaveCount(1)
  await expect(first.getByText('gardener')).toBeVisible()
  await expect(first.locator('.hljs-keyword').first()).toHaveText('export')

  await reply.getByRole('group', { name: 'Code, go' }).hover()
  await reply.getByRole('button', { name: 'Copy code' }).click()
  await expect(reply.getByRole('button', { name: 'Copied' })).toBeVisible()
  await on.discussion.replyLink.click()
  await on.composer.text.press('Control+v')
  await expect(on.composer.text).toHaveValue('func main() {}')
})

test('a post that cannot be shown says so to its author, who can edit it', async ({
  page,
  on,
  openDiscussion,
  forum,
  picture,
  beginReply,
}) => {
  const { id } = await openDiscussion({ title: 'Broken', slug: 'broken' }, { username: 'unlucky' })
  await beginReply('It was fine before.')
  await on.composer.submit.click()
  await expect(on.discussion.postSaying('It was fine before.')).toBeVisible()
  await forum.current.database.transaction((db) =>
    db
      .updateTable('posts')
      .set({ content_html: null })
      .where('discussion_id', '=', id)
      .where('number', '=', 2)
      .execute(),
  )
  await page.reload()
  const broken = on.discussion.post(2)
  await expect(broken).toContainText('The text is safe')
  await expectAccessible(page)
  await picture('post-render-failed')
  await broken.getByRole('button', { name: 'Edit' }).click()
  await expect(on.composer.text).toHaveValue('It was fine before.')
  await on.composer.text.fill('It is fine again.')
  await on.composer.submit.click()
  await expect(broken).toContainText('It is fine again.')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('code and spoilers can be read', { tag: '@tablet' }, async ({ on, forum, watch, isPhone }) => {
    watch.expect(/^request: GET .*\.js csp$/)
    const { id } = await makeDiscussion(forum, {
      title: 'Plain',
      slug: 'plain',
      posts: [{ content: text }],
    })
    await on.discussion.goto(id)
    const post = on.discussion.post(1)
    await expect(post.locator('code.language-ts')).toHaveText(`${code}\n`)
    const spoiler = post.locator('span.spoiler').first()
    await expect(spoiler).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
    if (isPhone) await spoiler.focus()
    else await spoiler.hover()
    await expect(spoiler).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)')
    await expect(post.getByText('gardener')).toBeVisible()
    await post.getByText('Spoiler', { exact: true }).click()
    await expect(post.getByText('It always is.')).toBeVisible()
  })
})

const codeSamples: Record<string, string> = {
  python: 'def tide(hour: int) -> float:\n    """Height in metres."""\n    return 1.5 * hour',
  html: '<!doctype html>\n<html lang="en"><style>p { color: red }</style><p>Tide</p></html>',
  sql: "SELECT name FROM ferries WHERE seats > 0 AND harbour = 'old'",
  rs: 'fn main() {\n    println!("{}", 6);\n}',
}
