import { settled } from '@parley/testing/pages'
import { expect } from '@playwright/test'
import type { Screen, Stage } from './stage.ts'

const waitForHeading = ({ page }: Stage) =>
  page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })

function path(what: string, address: (stage: Stage) => string): Screen {
  return {
    what,
    as: 'guest',
    async open(stage) {
      await stage.page.goto(address(stage))
      await waitForHeading(stage)
    },
  }
}

/** Public screens, as guests see them. */
export const guestScreens: Readonly<Record<string, Screen>> = {
  index: path('`/`', () => '/'),
  'index-more': path('`/all?page=2`', () => '/all?page=2'),
  'index-sort-menu': {
    what: '`/`, menu of orders',
    as: 'guest',
    async open({ on }) {
      await on.index.goto()
      await on.index.sort.open()
    },
  },
  drawer: {
    what: '`/`, drawer',
    as: 'guest',
    at: ['phone'],
    async open({ on }) {
      await on.index.goto()
      await on.header.openDrawer()
    },
  },
  'language-menu': {
    what: '`/`, menu of languages',
    as: 'guest',
    at: ['desktop', 'tablet'],
    async open({ on, page }) {
      await on.index.goto()
      await on.header.bar.getByRole('button', { name: 'Choose language' }).click()
      await page.getByRole('menu').first().waitFor()
    },
  },
  shortcuts: {
    what: 'modal of keyboard shortcuts',
    as: 'guest',
    at: ['desktop', 'tablet'],
    async open({ on, page }) {
      await on.index.goto()
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await on.dialog.called('Keyboard shortcuts').waitFor()
    },
  },
  discussion: path('`/d/{id}`', ({ samples }) => `/d/${samples.rich.id}`),
  'discussion-middle': path('`/d/{id}/{near}`', ({ samples }) => `/d/${samples.long.id}/150`),
  offline: {
    what: '`/` without a network',
    as: 'guest',
    async open({ on, page }) {
      await on.index.goto()
      await settled(page)
      await page.context().setOffline(true)
      await on.alerts.saying('You’re offline').waitFor()
    },
  },
  'discussion-scrubber': {
    what: '`/d/{id}`, scrubber as a sheet',
    as: 'guest',
    at: ['phone'],
    async open({ on, samples }) {
      await on.discussion.goto(samples.long.id)
      await on.discussion.openScrubber()
    },
  },
  'discussion-pane': {
    what: '`/d/{id}`, list at the side',
    as: 'guest',
    at: ['desktop'],
    async open({ on }) {
      await on.index.goto()
      await on.index.titles.first().getByRole('link').click()
      // The page moves in while it is loaded; a pointer that arrives too early misses the edge.
      await expect(async () => {
        await on.pane.reach()
        await on.pane.current.waitFor({ timeout: 2000 })
      }).toPass()
      // A pane with the focus stays open when the direction of the page changes.
      await on.pane.current.focus()
    },
  },
  user: path('`/u/{username}`', () => '/u/mira'),
  'user-discussions': path('`/u/{username}/discussions`', () => '/u/mira/discussions'),
  'log-in-page': path('`/login`', () => '/login'),
  'sign-up-page': path('`/register`', () => '/register'),
  'forgot-page': path('`/forgot`', () => '/forgot'),
  'log-in': {
    what: 'modal to log in',
    as: 'guest',
    async open({ on, page }) {
      await on.index.goto()
      await on.header.choose('Log in')
      await page.getByRole('dialog').getByRole('heading', { name: 'Log in' }).waitFor()
    },
  },
  'log-in-failed': {
    what: 'modal to log in, refused',
    as: 'guest',
    async open({ on }) {
      await on.index.goto()
      await on.header.choose('Log in')
      await on.session.fillLogIn({ username: 'nobody', password: 'not the one' })
      await on.session.submit('Log in').click()
      await on.session.error.waitFor()
    },
  },
  'sign-up': {
    what: 'modal to sign up',
    as: 'guest',
    async open({ on, page }) {
      await on.index.goto()
      await on.header.choose('Sign up')
      await page.getByRole('dialog').getByRole('heading', { name: 'Sign up' }).waitFor()
    },
  },
  'search-suggestions': {
    what: 'suggestions of the search field',
    as: 'guest',
    async open({ on }) {
      await on.index.goto()
      await on.search.open()
      await on.search.field.fill('reading')
      await on.search.suggestions.getByRole('option').nth(1).waitFor()
    },
  },
  'search-results': path('`/all?q=`', () => '/all?q=reading'),
  'search-nothing': path('`/all?q=`, nothing found', () => '/all?q=zzyzzyva'),
  'not-found': path('a page that is not there', () => '/d/999999'),
  'members-only': path('`/settings` without an account', () => '/settings'),
}
