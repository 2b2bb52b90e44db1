import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'

test('a sticky discussion is first in the list with its excerpt, for members until they have read it', async ({
  page,
  forum,
  on,
  openDiscussion,
  makePerson,
  logIn,
  forgetSession,
  picture,
}, info) => {
  const title = `Start here (${info.project.name} ${info.repeatEachIndex}.${info.retry})`
  const text = 'Be kind, and say who you are.'
  const { id, person } = await openDiscussion(
    {
      title,
      slug: 'start-here',
      created_at: new Date(Date.now() - 90 * 24 * 3_600_000).toISOString(),
      posts: [{ content: text, content_html: `<p>${text}</p>` }],
    },
    { username: 'moderator', is: 'moderator' },
  )
  await makeDiscussion(forum, { title: `Newer than: ${title}`, slug: 'newer' })
  await on.discussion.controls.choose('Pin')
  await expect(on.discussion.posts).toContainText('pinned this discussion')
  await expect(on.discussion.title.locator('..')).toContainText('Pinned')
  await picture('sticky-discussion')

  await forgetSession()
  await on.index.goto()
  await expect(on.index.titles.first()).toHaveText(title)
  await expect(on.index.rows.first()).toContainText(text)
  await expect(on.index.rows.first()).toContainText('Pinned')
  await expectAccessible(page)
  await picture('sticky-guest')

  await logIn(await makePerson('visitor'))
  await on.index.goto()
  await expect(on.index.titles.first()).toHaveText(title)
  await expect(on.index.rows.first()).toContainText(text)
  const read = on.discussion.whenRead()
  await on.index.link(title).click()
  await expect(on.discussion.title).toHaveText(title)
  await read
  await on.index.goto()
  await expect(on.index.titles.first()).not.toHaveText(title)

  await logIn(person)
  await on.discussion.goto(id)
  await on.discussion.controls.choose('Unpin')
  await expect(on.discussion.title.locator('..')).not.toContainText('Pinned')
  await expect(on.discussion.posts).not.toContainText('pinned')
})

test('badges of a discussion with several states stay readable', { tag: '@long' }, async ({
  on,
  openDiscussion,
  picture,
}) => {
  const { title } = await openDiscussion(
    { title: 'Pinned and hidden', slug: 'pinned-and-hidden' },
    { username: 'marker', is: 'moderator' },
  )
  await on.discussion.controls.choose('Pin')
  await on.alerts.saying('Discussion pinned.').waitFor()
  await on.discussion.controls.choose('Hide discussion')
  await on.alerts.saying('Discussion hidden.').waitFor()
  await on.index.goto()
  const icons = on.index.row(title).locator('.Badge .Icon')
  await expect(icons).toHaveCount(2)
  // Every icon is uncovered from edge to edge.
  const isSeen = await icons.evaluateAll((elements) =>
    elements.map((icon) => {
      const { left, right, top, height } = icon.getBoundingClientRect()
      return [left + 1, right - 1].every((x) => {
        const hit = document.elementFromPoint(x, top + height / 2)
        return hit?.closest('.Badge') === icon.parentElement
      })
    }),
  )
  expect(isSeen).toEqual([true, true])
  await picture('sticky-badges')
})
