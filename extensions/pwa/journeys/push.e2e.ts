import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from '@parley/testing/journey'
import { expectAccessible } from '@parley/testing/page-checks'
import { settled } from '@parley/testing/pages'
import type { BrowserContext, Page } from '@playwright/test'
import { controlled } from './worker.ts'

test.use({ serviceWorkers: 'allow', forumOf: import.meta.url })
test.describe.configure({ mode: 'default' })

const keys = {
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
}
const endpoint = 'https://fcm.googleapis.com/fcm/send/one'

/**
 * Answers for the push service of the browser, which is at another site, and for its user: `permission` is what the user has
 * decided, `answer` what they decide when they are asked. `held` is a subscription that the browser has at first; it is for
 * another key, so that one for this forum is refused.
 */
async function answerFor(
  page: Page,
  {
    permission,
    answer = permission,
    held = '',
  }: { permission: NotificationPermission; answer?: NotificationPermission; held?: 'foreign' | '' },
) {
  await page.addInitScript(
    ([first, next, holds, subscription]) => {
      // An empty page has no storage.
      if (location.origin === 'null') return
      let decided = sessionStorage.getItem('decided') ?? first
      const ask = async () => {
        decided = next
        sessionStorage.setItem('decided', decided)
        return decided
      }
      Object.defineProperty(Notification, 'permission', { get: () => decided })
      Object.defineProperty(Notification, 'requestPermission', { value: ask })
      const held = () => sessionStorage.getItem('held') ?? holds
      const hold = (name: string) => sessionStorage.setItem('held', name)
      Object.defineProperties(PushManager.prototype, {
        subscribe: {
          value: async () => {
            if (held() === 'foreign') throw new DOMException('Another key', 'InvalidStateError')
            hold('own')
            return { toJSON: () => subscription }
          },
        },
        getSubscription: {
          value: async () => (held() === '' ? null : { unsubscribe: async () => hold('') }),
        },
      })
    },
    [permission, answer, held, { endpoint, expirationTime: null, keys }] as const,
  )
}

/** The subscription that the browser has. */
const heldBy = (page: Page) => page.evaluate(() => sessionStorage.getItem('held'))

/** What the forum has of the browsers of members. */
function subscriptions(page: Page, answered: (status: number, body: string) => void) {
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/pwa/push')
      void response.text().then((body) => answered(response.status(), body))
  })
}

/** Makes keys as an administrator does, unless there are some. */
async function makeKeys(page: Page, logIn: (user: { id: number }) => Promise<void>): Promise<void> {
  await logIn({ id: 1 })
  await page.goto('/admin/extensions/pwa')
  await settled(page)
  const kept = page.getByText('The forum has keys for push notifications.')
  if ((await kept.count()) > 0) return
  await page.getByRole('button', { name: 'Make new keys' }).click()
  await expect(page.getByText('New keys have been made.')).toBeVisible()
  await expect(kept).toBeVisible()
}

test('an administrator makes keys, which are replaced only after a question', { tag: '@tablet' }, async ({
  page,
  logIn,
  picture,
}) => {
  await makeKeys(page, logIn)
  await expect(page.getByText('The forum has keys for push notifications.')).toBeVisible()
  await expectAccessible(page)
  await picture('push-keys')
  await page.getByRole('button', { name: 'Make new keys' }).click()
  const question = page.getByRole('dialog', { name: 'Make new keys?' })
  await expect(question).toContainText('All devices lose their push notifications')
  await picture('push-keys-question')
  await question.getByRole('button', { name: 'Make new keys' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByText('New keys have been made.').last()).toBeVisible()
})

test('a member is asked once, and agreeing subscribes the browser', { tag: '@phone' }, async ({
  page,
  on,
  makePerson,
  logIn,
  picture,
}) => {
  await makeKeys(page, logIn)
  await answerFor(page, { permission: 'default', answer: 'granted' })
  const answers: [number, string][] = []
  subscriptions(page, (...answer) => answers.push(answer))
  await logIn(await makePerson('pia'))
  await on.index.goto()
  const offer = page.getByRole('status').getByRole('button', { name: 'Turn on' })
  await expect(offer).toBeVisible()
  await picture('push-offer')
  await offer.click()
  await expect.poll(() => answers.length).toBe(1)
  expect(answers[0]?.[0]).toBe(201)
  expect(answers[0]?.[1]).toContain(endpoint)
  await expect(offer).toHaveCount(0)

  // Each page that is loaded subscribes again.
  await on.index.goto()
  await expect.poll(() => answers.length).toBe(2)
  expect(await heldBy(page)).toBe('own')

  await page.goto('/settings')
  const push = page.getByRole('columnheader', { name: 'Push' })
  await push.scrollIntoViewIfNeeded()
  await expect(push).toBeVisible()
  await expectAccessible(page)
  await picture('push-settings')
})

test('a question that is dismissed never comes again, but the settings still offer pushes', {
  tag: '@long',
}, async ({ page, on, makePerson, logIn, picture }) => {
  await makeKeys(page, logIn)
  await answerFor(page, { permission: 'default', answer: 'denied' })
  await logIn(await makePerson('tom'))
  await on.index.goto()
  const offer = page.getByText('Do you want this device to notify you')
  await expect(offer).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Dismiss' }).click()
  await expect(offer).toHaveCount(0)
  const kept = await page.evaluate(() => localStorage.getItem('askvortov-pwa.notif-alert.dismissed'))
  expect(JSON.parse(kept ?? '')).toEqual({ timestamp: expect.any(Number) })

  await page.goto('/settings')
  await controlled(page)
  await settled(page)
  await expect(offer).toHaveCount(0)
  await expect(page.getByText('This device can notify you even when the forum isn’t open.')).toBeVisible()
  await picture('push-may-be-asked')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByRole('link', { name: 'How to allow it' })).toBeVisible()
  await expectAccessible(page)
  await picture('push-denied')
})

test('a subscription for another key is replaced, and ends with the log-in', { tag: '@long' }, async ({
  page,
  on,
  makePerson,
  logIn,
  forgetSession,
}) => {
  await makeKeys(page, logIn)
  await answerFor(page, { permission: 'granted', held: 'foreign' })
  const answers: number[] = []
  subscriptions(page, (status) => answers.push(status))
  await logIn(await makePerson('vera'))
  await on.index.goto()
  await expect.poll(() => answers).toEqual([201])
  expect(await heldBy(page)).toBe('own')
  await forgetSession()
  await on.index.goto()
  await expect.poll(() => heldBy(page)).toBe('')
})

test('a question that the browser closes without an answer does not come again', { tag: '@long' }, async ({
  page,
  on,
  makePerson,
  logIn,
}) => {
  await makeKeys(page, logIn)
  await answerFor(page, { permission: 'default' })
  await logIn(await makePerson('will'))
  await on.index.goto()
  const offer = page.getByRole('status').getByRole('button', { name: 'Turn on' })
  await offer.click()
  await expect(offer).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBeGreaterThan(0)
  await on.index.goto()
  await controlled(page)
  await settled(page)
  await expect(offer).toHaveCount(0)
})

test('the settings turn pushes on, and say so', async ({ page, makePerson, logIn, picture }) => {
  await makeKeys(page, logIn)
  await answerFor(page, { permission: 'default', answer: 'granted' })
  await logIn(await makePerson('xena'))
  await page.goto('/settings')
  await controlled(page)
  // The offer over the page goes, too.
  await expect(page.getByText('Do you want this device to notify you')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  const confirmation = page.getByText('Notifications are on for this device.')
  await expect(confirmation).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Notifications are on')
  await expect(page.getByRole('status').getByRole('button', { name: 'Turn on' })).toHaveCount(0)
  await picture('push-on')
})

test('a browser that cannot push says so in the settings, and asks nothing', async ({
  page,
  makePerson,
  logIn,
}) => {
  await makeKeys(page, logIn)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await logIn(await makePerson('uma'))
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'Browsers that can' })).toBeVisible()
  await expect(page.getByText('Do you want this device to notify you')).toHaveCount(0)
})

/**
 * Stands in for what a browser without windows lacks: the connection to a push service, notifications, and the count on an icon,
 * which ends its worker. `push` and `click` call the worker as the browser does, `shown` has what it shows.
 */
async function pushesTo(context: BrowserContext) {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('The page has no worker')
  await worker.evaluate(() => {
    const shown: object[] = []
    const fire = (name: string, values: object) =>
      dispatchEvent(Object.assign(new Event(name), { waitUntil: () => {}, ...values }))
    Object.assign(self, { shown, fire })
    Object.defineProperty(navigator, 'setAppBadge', { value: async () => {} })
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void shown.push({ title, ...options })
  })
  interface Scope {
    shown: { data: object }[]
    fire(name: string, values: object): void
  }
  return {
    push: (text: string) =>
      worker.evaluate((sent) => {
        ;(self as unknown as Scope).fire('push', { data: { json: () => JSON.parse(sent) } })
      }, text),
    shown: () => worker.evaluate(() => (self as unknown as Scope).shown),
    click: (index = 0) =>
      worker.evaluate((number) => {
        const { shown, fire } = self as unknown as Scope
        fire('notificationclick', { notification: { data: shown[number]?.data, close: () => {} } })
      }, index),
  }
}

test('a push is shown, and a click on it opens its page in the window that is open', async ({
  page,
  on,
  forum,
  context,
}) => {
  await on.index.goto()
  await controlled(page)
  const { push, shown, click } = await pushesTo(context)
  const link = `${forum.url}/u/admin`
  await push('no JSON')
  await push(JSON.stringify({ title: 'Reply in: Hello', content: 'Text of the post', link }))
  await expect
    .poll(shown)
    .toEqual([{ title: 'Reply in: Hello', body: 'Text of the post', data: { link }, tag: link }])
  await click()
  await expect(page).toHaveURL(link)
  expect(context.pages()).toHaveLength(1)

  // A push is no way to another site.
  await push(JSON.stringify({ title: 'Away', content: 'Text', link: 'https://elsewhere.example/' }))
  await expect.poll(async () => (await shown()).length).toBe(2)
  await click(1)
  await expect(page).toHaveURL(`${forum.url}/`)
})
