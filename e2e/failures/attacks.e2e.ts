import { moderators } from '@parley/server/actor'
import { makeDiscussion } from '@parley/testing/discussions'
import { makeUser } from '@parley/testing/factories'
import { beginSession, expect, test } from '@parley/testing/journey'
import { attacks } from '@parley/testing/markup'
import { pagesOf } from '@parley/testing/pages'
import { type ServedForum, startForum } from '@parley/testing/start-forum'
import type { BrowserContext } from '@playwright/test'

// A sample of every kind, for texts that a page shows only once.
const sampleAttacks = attacks.filter((_, index) => index % 6 === 0)
const postsPerPage = 20
const discussionsPerPage = 20
const attacksAtOnce = 20

test('no text of a user runs or loads a script anywhere on the pages', { tag: '@long' }, async ({
  browser,
  isPhone,
  viewport,
  hasTouch,
}) => {
  test.slow()
  const forum = await startForum()
  // The content security policy would stop scripts, too; this test checks only the escaping.
  const context = await browser.newContext({
    bypassCSP: true,
    baseURL: forum.url,
    viewport,
    isMobile: isPhone,
    hasTouch,
  })
  try {
    const scriptRuns = await recordScripts(context, forum.url)
    const page = await context.newPage()
    await page.setContent('<img src="missing" onerror="alert(1)">')
    await expect.poll(() => scriptRuns.splice(0), 'a successful attack is detected').toHaveLength(1)
    const { discussionId, moderator } = await fillWithAttacks(forum)
    for (let number = 1; number <= Math.ceil(sampleAttacks.length / discussionsPerPage); number += 1) {
      await page.goto(`/?page=${number}`)
      await expect(pagesOf(page).index.rows.first()).toBeVisible()
    }
    for (
      let number = 1;
      number <= Math.ceil((attacks.length + sampleAttacks.length) / postsPerPage);
      number += 1
    ) {
      await page.goto(`/d/${discussionId}?page=${number}`)
      await expect(page.getByRole('article').first()).toBeVisible()
    }
    await beginSession(forum, moderator, context)
    const on = pagesOf(page)
    await on.discussion.goto(discussionId)
    await on.discussion.replyLink.click()
    for (let from = 0; from < attacks.length; from += attacksAtOnce) {
      const marker = `Rendered up to ${from}.`
      await on.composer.text.fill([marker, ...attacks.slice(from, from + attacksAtOnce)].join('\n\n'))
      if (isPhone) await on.composer.button('Preview').click()
      await expect(on.composer.preview).toContainText(marker)
      if (isPhone) await on.composer.button('Preview').click()
    }
    expect(scriptRuns).toEqual([])
  } finally {
    await context.close()
    await forum.stop()
  }
})

/** Returns a growing list of the scripts that ran or were requested; the attacks call `alert`. */
async function recordScripts(context: BrowserContext, url: string): Promise<string[]> {
  const scriptRuns: string[] = []
  await context.exposeFunction('attackSucceeded', (what: string) => void scriptRuns.push(what))
  await context.addInitScript(() => {
    const report = (window as unknown as { attackSucceeded: (what: string) => void }).attackSucceeded
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
      window[name] = ((text: unknown) => report(`${name} ${text} at ${location.href}`)) as never
    }
  })
  const isForeign = (address: URL) => address.origin !== url
  await context.route(isForeign, (route, request) => {
    if (request.resourceType() !== 'image') scriptRuns.push(`${request.resourceType()} ${request.url()}`)
    return route.abort()
  })
  return scriptRuns
}

/** Fills a forum with attacks in every text that users can choose. */
async function fillWithAttacks(forum: ServedForum) {
  const moderator = await makeUser(forum, { username: 'moderator', groupIds: [moderators] })
  const authors: number[] = []
  const events = []
  for (const [index, attack] of sampleAttacks.entries()) {
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
  const { id } = await makeDiscussion(forum, { title: sampleAttacks[0] ?? '', slug: 'attacks', posts })
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
