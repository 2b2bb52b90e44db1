import { makeDiscussion } from '@parley/testing/discussions'
import { makeUser } from '@parley/testing/factories'
import { beginSession, expect, test } from '@parley/testing/journey'
import { attacks } from '@parley/testing/markup'
import { pagesOf } from '@parley/testing/pages'
import { type ServedForum, startForum } from '@parley/testing/start-forum'
import type { BrowserContext } from '@playwright/test'

// Of every kind some, for what is shown once a page.
const names = attacks.filter((_, index) => index % 6 === 0)
const postsPerPage = 20
const discussionsPerPage = 20
const attacksAtOnce = 20

test('no text of a person runs or loads a script, wherever it stands', async ({
  browser,
  isPhone,
  viewport,
  hasTouch,
}) => {
  test.slow()
  const forum = await startForum()
  // The forum's policy would stop scripts too; here only the escaping counts.
  const context = await browser.newContext({
    bypassCSP: true,
    baseURL: forum.url,
    viewport,
    isMobile: isPhone,
    hasTouch,
  })
  try {
    const ran = await watchForScripts(context, forum.url)
    const page = await context.newPage()
    await page.setContent('<img src="missing" onerror="alert(1)">')
    await expect.poll(() => ran.splice(0), 'what an attack that succeeds is known by').toHaveLength(1)
    const { discussionId, moderator } = await fill(forum)
    for (let number = 1; number <= Math.ceil(names.length / discussionsPerPage); number += 1) {
      await page.goto(`/?page=${number}`)
      await expect(pagesOf(page).index.rows.first()).toBeVisible()
    }
    for (let number = 1; number <= Math.ceil((attacks.length + names.length) / postsPerPage); number += 1) {
      await page.goto(`/d/${discussionId}?page=${number}`)
      await expect(page.getByRole('article').first()).toBeVisible()
    }
    await beginSession(forum, moderator, context)
    const on = pagesOf(page)
    await on.discussion.goto(discussionId)
    await on.discussion.replyLink.click()
    for (let from = 0; from < attacks.length; from += attacksAtOnce) {
      const drawn = `Drawn up to ${from}.`
      await on.composer.text.fill([drawn, ...attacks.slice(from, from + attacksAtOnce)].join('\n\n'))
      if (isPhone) await on.composer.button('Preview').click()
      await expect(on.composer.preview).toContainText(drawn)
      if (isPhone) await on.composer.button('Preview').click()
    }
    expect(ran).toEqual([])
  } finally {
    await context.close()
    await forum.stop()
  }
})

/** What scripts were run or asked for; the attacks call `alert`. */
async function watchForScripts(context: BrowserContext, url: string): Promise<string[]> {
  const ran: string[] = []
  await context.exposeFunction('attackSucceeded', (what: string) => void ran.push(what))
  await context.addInitScript(() => {
    const report = (window as unknown as { attackSucceeded: (what: string) => void }).attackSucceeded
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
      window[name] = ((text: unknown) => report(`${name} ${text} at ${location.href}`)) as never
    }
  })
  const isForeign = (address: URL) => address.origin !== url
  await context.route(isForeign, (route, request) => {
    if (request.resourceType() !== 'image') ran.push(`${request.resourceType()} ${request.url()}`)
    return route.abort()
  })
  return ran
}

/** A forum in which every text that somebody may choose is an attack. */
async function fill(forum: ServedForum) {
  const moderator = await makeUser(forum, { username: 'moderator', groupIds: [4] })
  const authors: number[] = []
  const events = []
  for (const [index, attack] of names.entries()) {
    const email = `attack${index}@machine.local`
    const group = await makeGroup(forum, attack)
    const person = { username: `${attack} ${index}`, email, avatar_url: attack, groupIds: [group] }
    const { id } = await makeUser(forum, person)
    authors.push(id)
    await makeDiscussion(forum, {
      title: attack,
      slug: attack,
      user_id: id,
      posts: [{ content: attack, user_id: id }],
    })
    events.push({
      type: 'discussionRenamed',
      content: JSON.stringify([attack, `${attack} `]),
      content_html: null,
    })
  }
  const comments = attacks.map((content, index) => ({
    content,
    user_id: authors[index % authors.length] ?? null,
  }))
  const posts = [...comments, ...events]
  const { id } = await makeDiscussion(forum, { title: names[0] ?? '', slug: 'attacks', posts })
  return { discussionId: id, moderator }
}

async function makeGroup({ current: { database } }: ServedForum, attack: string): Promise<number> {
  const { id } = await database.transaction((db) =>
    db
      .insertInto('groups')
      .values({ name_singular: attack, name_plural: attack, color: attack, icon: attack })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}
