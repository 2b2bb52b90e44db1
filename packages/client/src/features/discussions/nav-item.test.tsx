import { messages } from 'virtual:parley-messages'
import type { BootData, ResourceObject } from '@parley/shared'
import { expect, test } from 'vitest'
import { createRenderer } from '../../app/entry-server.tsx'
import { defineClientExtension } from '../../points/extension.ts'
import { definePage } from '../../points/routes.ts'
import { NavItem } from './NavItem.tsx'
import { IndexNav } from './slots.ts'

const harbors = defineClientExtension({
  routes: { quays: { path: '/quays', page: definePage({ Component: () => null }) } },
  slots: [
    IndexNav.add('harbors', () => (
      <NavItem
        path="/harbors"
        mark={<i>anchor</i>}
        below={
          <NavItem path="/quays" icon="list" isCurrent>
            Quays
          </NavItem>
        }
      >
        Harbors
      </NavItem>
    )),
  ],
})

/** A list that only members have. */
const cellar = defineClientExtension({
  slots: [
    IndexNav.add('cellar', () => <NavItem path="/cellar">Cellar</NavItem>, {
      when: (_props, { userId }) => userId !== undefined,
    }),
  ],
})

/** The navigation beside the list of discussions. */
async function renderNav(url: string, defaultRoute: string, extensions = ['harbors']): Promise<string> {
  const renderer = await createRenderer({ extensions: { harbors, cellar }, messages })
  const forum: ResourceObject = {
    type: 'forums',
    id: '1',
    attributes: { title: 'Slow Rail', basePath: '', canViewForum: true, defaultRoute, logoUrl: null },
  }
  const boot: BootData = {
    locale: 'en',
    locales: { en: 'English' },
    resources: [forum],
    session: { userId: 0, csrfToken: '' },
    documents: {},
    url,
    extensions,
    now: '2026-01-31T08:00:00.000Z',
  }
  const { requests, render } = renderer.open(url, boot)
  const list = { links: { first: '' }, data: [] }
  const { html } = render(Object.fromEntries(requests.map((request) => [request, list])))
  return html.replaceAll('<!-- -->', '')
}

test('an item has its icon, and nothing below it, by default', async () => {
  const html = await renderNav('/all?q=tea', '/all', [])
  expect(html).toMatch(
    /<li><a class="SideNav-item" href="\/"><svg [^>]*>.*?<\/svg>All discussions<\/a><\/li>/,
  )
})

test('an item has a mark in place of the icon, and items below it', async () => {
  const html = await renderNav('/all', '/all')
  expect(html).toMatch(
    /href="\/harbors"><i>anchor<\/i>Harbors<\/a><ul class="SideNav-list"><li><a class="SideNav-item" href="\/quays" aria-current="page">/,
  )
  expect(html).toContain('<a class="SideNav-item" href="/" aria-current="page">')
})

test('the item of the home page leads to it, and is current there', async () => {
  const html = await renderNav('/all', '/harbors')
  expect(html).toContain('<a class="SideNav-item" href="/all" aria-current="page">')
  expect(html).toContain('<a class="SideNav-item" href="/"><i>anchor</i>')
})

test('an item that does not apply to the visitor is left out, and does not count', async () => {
  // The only list is shown: nothing but the drawer repeats its heading.
  const alone = await renderNav('/all', '/all', ['cellar'])
  expect(alone.match(/class="SideNav"/g)).toHaveLength(1)
  expect(alone).toContain('<div class="Header-title u-phone"><span class="Button">')
  const html = await renderNav('/all', '/all', ['harbors', 'cellar'])
  expect(html).toContain('Harbors')
  expect(html).not.toContain('Cellar')
})
