import { makeDiscussion } from '@parley/testing/discussions'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import type { Page } from '@playwright/test'

/** Renames a discussion as the user of the page, so that its author is notified. */
function rename(page: Page, id: number, title: string) {
  return page.evaluate(
    async ([discussionId, next]) => {
      const boot = JSON.parse(document.getElementById('parley-boot')?.textContent ?? '{}')
      const data = { type: 'discussions', id: discussionId, attributes: { title: next } }
      const { status } = await fetch(`/api/discussions/${discussionId}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/vnd.api+json', 'x-csrf-token': boot.session.csrfToken },
        body: JSON.stringify({ data }),
      })
      return status
    },
    [String(id), title],
  )
}

test('the icon of the installed app counts unread notifications', async ({
  page,
  on,
  forum,
  makePerson,
  logIn,
}) => {
  await page.addInitScript(() => {
    const counts: number[] = []
    Object.assign(window, { counts })
    Object.defineProperty(navigator, 'setAppBadge', { value: async (count: number) => counts.push(count) })
  })
  const counts = () => page.evaluate(() => (window as unknown as { counts: number[] }).counts)
  const person = await makePerson('lin')
  const { id } = await makeDiscussion(forum, { title: 'Before', user_id: person.id })
  await logIn({ id: 1 })
  await on.index.goto()
  expect(await rename(page, id, 'After')).toBe(200)
  await logIn(person)
  await on.index.goto()
  await expect.poll(counts).toEqual([1])
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(async () => (await counts()).at(-1)).toBe(0)
})

test('the administration opens in the window of the app', { tag: '@tablet' }, async ({
  page,
  on,
  context,
  logIn,
}) => {
  await logIn({ id: 1 })
  await on.index.goto()
  await settled(page)
  await on.header.chooseFromAccount('Administration')
  await expect(page).toHaveURL(/\/admin$/)
  expect(context.pages()).toHaveLength(1)
})

test('in the wrapper for Apple’s devices the settings ask for notifications until they are allowed', {
  tag: '@tablet',
}, async ({ page, makePerson, logIn, picture }) => {
  await page.addInitScript(() => {
    const decided = () => sessionStorage.getItem('decided')
    const tell = (name: string, detail: string) => dispatchEvent(new CustomEvent(name, { detail }))
    const decide = () => {
      sessionStorage.setItem('decided', decided() === null ? 'denied' : 'granted')
      tell('push-permission-request', String(decided()))
    }
    const state = () =>
      tell('push-permission-state', decided() === 'granted' ? 'authorized' : (decided() ?? 'notDetermined'))
    const token = () => {
      tell('push-token', sessionStorage.getItem('asked') === null ? 'ERROR GET TOKEN' : 'device-1')
      sessionStorage.setItem('asked', '1')
    }
    Reflect.deleteProperty(window, 'PushManager')
    Object.assign(window, {
      webkit: {
        messageHandlers: {
          'push-permission-state': { postMessage: state },
          'push-permission-request': { postMessage: decide },
          'push-token': { postMessage: token },
        },
      },
    })
  })
  const tokens: unknown[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/api/pwa/firebase-push-subscriptions'))
      tokens.push([response.status(), response.request().postDataJSON()])
  })
  await logIn(await makePerson('yuki'))
  await page.goto('/settings')
  const button = page.getByRole('button', { name: 'Turn on', exact: true })
  await expect(button).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browsers that can' })).toHaveCount(0)
  await expectAccessible(page)
  await picture('wrapper-alert')
  await button.click()
  await expect(page.getByText('You can allow it in the settings')).toBeVisible()
  await settled(page)
  await button.click()
  const confirmation = page.getByText('Notifications are on for this device.')
  await expect(confirmation).toBeVisible()
  await expect(button).toHaveCount(0)
  await picture('wrapper-on')
  // The first answer of the wrapper was an error. Each page that is loaded sends the token.
  await page.goto('/settings')
  await expect(button).toHaveCount(0)
  await expect.poll(() => tokens).toEqual([[201, { token: 'device-1' }]])
})
