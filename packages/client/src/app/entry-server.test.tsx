import { messages } from 'virtual:parley-messages'
import type { BootData } from '@parley/shared'
import { expect, test } from 'vitest'
import { FooterItems } from '../features/frame/slots.ts'
import { type ClientExtension, defineClientExtension } from '../points/extension.ts'
import { definePage } from '../points/routes.ts'
import { createSlot } from '../points/slots.tsx'
import { createRenderer } from './entry-server.tsx'

const Marks = createSlot<{ of: string }>('Marks')

const letterPage = definePage({
  Component: ({ location }) => (
    <h1>
      <Marks of={location.params.name ?? ''} />
    </h1>
  ),
  head: ({ location }) => ({ title: location.params.name, canonical: location.path }),
})

const screens = defineClientExtension({
  slots: [
    Marks.add('low', ({ of }) => <i>low {of}</i>, { priority: -5 }),
    Marks.add('high', ({ of }) => <i>high {of}</i>, { priority: 5 }),
  ],
  routes: {
    letter: {
      path: '/letters/:name',
      requests: ({ params }) => [`/letters/${params.name}`],
      page: async () => ({ default: letterPage }),
    },
  },
})

const boot: BootData = {
  locale: 'en',
  locales: { en: 'English' },
  resources: [
    {
      type: 'forums',
      id: '1',
      attributes: {
        title: 'Slow Rail',
        description: null,
        basePath: '/forum',
        baseUrl: 'https://example.org/forum',
        baseOrigin: 'https://example.org',
        apiUrl: 'https://example.org/forum/api',
        allowSignUp: true,
        logoUrl: null,
      },
    },
  ],
  session: { userId: 0, csrfToken: '' },
  documents: {},
  url: '/forum/letters/a',
  extensions: ['screens'],
  now: '2026-01-31T08:00:00.000Z',
}

const documents = { '/letters/a': { data: [] } }

async function createPages(extensions: Record<string, ClientExtension>, enabled = Object.keys(extensions)) {
  const renderer = await createRenderer({ extensions, messages })
  const enabledBoot = { ...boot, extensions: enabled }
  return {
    open: (url: string) => renderer.open(url, enabledBoot),
    render(url = boot.url, answers: BootData['documents'] = documents) {
      const page = renderer.open(url, enabledBoot).render(answers)
      // Removes the comments with which React separates texts and Suspense boundaries.
      return { ...page, html: page.html.replaceAll(/<!--.*?-->/g, '') }
    },
  }
}

test('an opened page has its route and the requests for its documents', async () => {
  const { open } = await createPages({ screens })
  expect(open('/forum/letters/a?x=y')).toMatchObject({
    route: 'letter',
    status: 200,
    requests: ['/letters/a'],
  })
  expect(open('/forum/nowhere')).toMatchObject({ route: undefined, status: 404, requests: [] })
})

test('renders a page with its head and without scripts', async () => {
  const { render } = await createPages({ screens })
  const page = render()
  expect(page).toMatchObject({ status: 200, title: 'a - Slow Rail', canonical: '/letters/a' })
  expect(page.html).toContain('<i>high a</i><i>low a</i>')
  expect(page.html).toContain('href="/forum/login?return=%2Fletters%2Fa"')
  expect(page.html).not.toContain('<script')
})

test('omits routes and slot items of disabled extensions', async () => {
  const footer = defineClientExtension({ slots: [FooterItems.add('hello', () => <b>hello</b>)] })
  const { render } = await createPages({ screens, footer }, ['screens'])
  expect(render().html).not.toContain('hello')
  const { open } = await createPages({ screens, footer }, ['footer'])
  expect(open('/forum/letters/a').status).toBe(404)
})

test('later extensions replace and remove items', async () => {
  const other = defineClientExtension({
    slots: [
      Marks.replace('high', ({ of }) => <u>other {of}</u>),
      Marks.remove('low'),
      Marks.remove('unknown'),
    ],
  })
  const { render } = await createPages({ screens, other })
  expect(render().html).toContain('<h1><u>other a</u></h1>')
})

test('later extensions wrap items, and an item stands alone when its wrapper fails', async () => {
  const framed = defineClientExtension({
    slots: [
      Marks.wrap('high', ({ of, children }) => (
        <q>
          {of} {children}
        </q>
      )),
      Marks.wrap('low', () => null),
      Marks.wrap('unknown', ({ children }) => <s>{children}</s>),
    ],
  })
  const boxed = defineClientExtension({
    slots: [
      Marks.wrap('high', ({ children }) => <b>{children}</b>),
      Marks.wrap('low', () => {
        throw new Error('broken')
      }),
    ],
  })
  const rendered = async (extensions: Record<string, ClientExtension>) =>
    (await createPages({ screens, ...extensions })).render().html
  expect(await rendered({})).toContain('<h1><i>high a</i><i>low a</i></h1>')
  expect(await rendered({ framed })).toContain('<h1><q>a <i>high a</i></q></h1>')
  expect(await rendered({ framed, boxed })).toContain('<h1><b><q>a <i>high a</i></q></b>')
  expect(await rendered({ boxed })).toMatch(/<h1><b><i>high a<\/i><\/b>.*<i>low a<\/i><\/h1>/s)
})

test('a part for another extension is active while both are enabled', async () => {
  const part = async () => ({
    default: defineClientExtension({ slots: [Marks.add('part', () => <b>part</b>)] }),
  })
  const extensions = { screens: { ...screens, when: { other: part } }, other: {} }
  expect((await createPages(extensions)).render().html).toContain('<b>part</b>')
  expect((await createPages(extensions, ['screens'])).render().html).not.toContain('<b>part</b>')
})

test('an item that throws does not break the page', async () => {
  const broken = defineClientExtension({
    slots: [
      Marks.add('broken', () => {
        throw new Error('broken')
      }),
    ],
  })
  const page = (await createPages({ screens, broken })).render()
  expect(page.status).toBe(200)
  expect(page.html).toContain('<i>high a</i>')
  expect(page.html).not.toContain('<script')
})

const brokenPages = defineClientExtension({
  routes: {
    drawing: {
      path: '/broken/drawing',
      page: definePage({
        Component: () => {
          throw new Error('broken')
        },
      }),
    },
    asking: {
      path: '/broken/asking',
      requests: () => {
        throw new Error('broken')
      },
      page: letterPage,
    },
    head: {
      path: '/broken/head',
      page: definePage({
        Component: () => <h1>Whole</h1>,
        head: () => {
          throw new Error('broken')
        },
      }),
    },
  },
})

test.each(['/forum/broken/drawing', '/forum/broken/asking'])(
  'a page that throws renders an error page: %s',
  async (url) => {
    const page = (await createPages({ screens, brokenPages })).render(url, {})
    expect(page).toMatchObject({ status: 500, title: 'Something went wrong - Slow Rail' })
    expect(page.failure).toEqual(new Error('broken'))
    expect(page.html).toContain('Try again')
  },
)

test('a page whose head throws renders without its head', async () => {
  const page = (await createPages({ screens, brokenPages })).render('/forum/broken/head', {})
  expect(page).toMatchObject({ status: 200, title: 'Slow Rail' })
  expect(page.html).toContain('<h1>Whole</h1>')
})

test('an error document renders an error page with its status', async () => {
  const { render } = await createPages({ screens })
  const errors = [{ status: '403', code: 'permission_denied' }]
  const page = render(boot.url, { '/letters/a': { errors } })
  expect(page).toMatchObject({ status: 403, title: 'No access - Slow Rail' })
  expect(render('/forum/nowhere', {})).toMatchObject({ status: 404, title: 'Page not found - Slow Rail' })
})

test('a duplicate key is the later extension’s fault, and the first item stays', async () => {
  const clash = defineClientExtension({ slots: [Marks.add('high', () => <b>clash</b>)] })
  const { html } = (await createPages({ screens, clash })).render()
  expect(html).toContain('<i>high a</i>')
  expect(html).not.toContain('clash')
})

test('an item renders where its condition holds or throws', async () => {
  const marked = defineClientExtension({
    slots: [
      Marks.add('forA', () => <i>for a</i>, { when: ({ of }) => of === 'a' }),
      Marks.add('forB', () => <i>for b</i>, { when: ({ of }) => of === 'b' }),
      Marks.add('unsure', () => <i>unsure</i>, {
        when: () => {
          throw new Error('no such thing')
        },
      }),
    ],
  })
  const { html } = (await createPages({ screens, marked })).render()
  expect(html).toContain('<i>for a</i><i>unsure</i>')
  expect(html).not.toContain('for b')
})
