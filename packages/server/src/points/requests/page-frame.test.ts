import { admin, createTestForum, makeUser } from '@parley/testing'
import { adminClient } from '@parley/testing/admin-client'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { defineExtension, type Extension } from '../extension.ts'
import { combinePageCookies, combinePageFrames } from './page-frame.ts'

const installed = (id: string, declaration: Extension) => ({ id, title: id, version: '1.0.0', declaration })

/** Shows the season that the visitor's cookie names. */
const seasons = installed(
  'seasons',
  defineExtension({
    pageCookies: { season: { values: ['summer', 'winter'] } },
    pageFrame: ({ cookies, actor, forum }, area) => ({
      attributes: { 'data-season': cookies?.season ?? null, 'data-quoted': '"><script>' },
      head: {
        season: [
          {
            meta: {
              name: 'season',
              content: `${actor.isGuest} ${area} ${forum.settings.get('forum_title')}`,
            },
          },
          { link: { rel: 'prefetch', href: '/snow.svg' } },
        ],
      },
      payload: { 'seasons.name': cookies?.season ?? 'none', locale: 'nowhere' },
    }),
  }),
)

async function start(extensions = [seasons]) {
  const client = { ...(await adminClient()), early: { seasons: '/assets/early-seasons.js' } }
  return createTestForum({ client, extensions })
}

const attributesIn = (page: string) => /<html ([^>]*)>/.exec(page)?.[1]
const bootIn = (page: string) => JSON.parse(/id="parley-boot">([^<]*)/.exec(page)?.[1] ?? '')
const withSeason = (value: string) => ({ cookie: `season=${value}` })

test('pages have the attributes, elements, values and early script of an extension, and none without it', async () => {
  const forum = await start()
  const page = (await forum.guest().get('/', withSeason('winter'))).text
  expect(attributesIn(page)).toBe(
    'lang="en" dir="ltr" style="--accent-seed: #4D698E" data-season="winter" data-quoted="&quot;&gt;&lt;script&gt;"',
  )
  const title = forum.current.settings.get('forum_title')
  expect(page).toContain(
    `<meta name="theme-color" content="#4D698E">\n<meta name="season" content="true undefined ${title}">\n<link rel="prefetch" href="/snow.svg">\n<script src="/assets/early.js"></script>\n<script src="/assets/early-seasons.js"></script>\n`,
  )
  expect(bootIn(page)).toMatchObject({ 'seasons.name': 'winter', locale: 'en' })

  await (await forum.as(admin)).patch('/api/extensions/seasons', { enabled: false })
  const plain = (await forum.guest().get('/', withSeason('winter'))).text
  expect(attributesIn(plain)).toBe('lang="en" dir="ltr" style="--accent-seed: #4D698E"')
  expect(plain).not.toContain('season')
})

test('members, the administration area, failures and pages without the client have the frame, too', async () => {
  const forum = await start()
  const member = await forum.browserOf((await makeUser(forum)).id)
  expect((await member.get('/')).text).toContain('content="false undefined ')
  const area = (await (await forum.browserOf(1)).get('/admin')).text
  expect(area).toContain('content="false admin ')
  expect(area).toContain(
    '<script src="/assets/early-admin.js"></script>\n<script src="/assets/early-seasons.js"></script>',
  )
  for (const path of ['/nothing-here', '/confirm/unknown', '/%ff'])
    expect((await forum.guest().get(path, withSeason('summer'))).text).toContain('data-season="summer"')
})

test('guests’ pages are cached once for each value that counts, and once for all others', async () => {
  const described: (string | undefined)[] = []
  const counting = defineExtension({
    ...seasons.declaration,
    pageFrame: ({ cookies }) => {
      described.push(cookies?.season)
      return { attributes: { 'data-season': cookies?.season ?? null } }
    },
  })
  const forum = await start([installed('seasons', counting)])
  const shown = async (cookie: string) =>
    /data-season="(\w+)"/.exec((await forum.guest().get('/', { cookie })).text)?.[1]
  const others = [
    'season=',
    'season=3',
    `season=${'x'.repeat(4000)}`,
    'season=__proto__',
    'other=winter',
    '=;;',
  ]
  for (const cookie of [...others, ...others])
    expect([cookie, await shown(cookie)]).toEqual([cookie, undefined])
  expect(await shown('season=winter; x')).toBe('winter')
  expect(await shown('season=summer; season=winter'), 'the first counts').toBe('summer')
  expect(await shown('a=b; season=winter')).toBe('winter')
  expect(described).toEqual([undefined, 'winter', 'summer'])
})

test('a later extension replaces what the core and others say, and may leave it out', async () => {
  const plain = defineExtension({
    pageFrame: () => ({
      attributes: { style: null, 'data-season': 'none' },
      head: { 'theme-color': [], season: [{ meta: { name: 'robots', content: 'noindex' } }] },
    }),
  })
  const forum = await start([seasons, installed('winterless', plain)])
  const page = (await forum.guest().get('/')).text
  expect(attributesIn(page)).toBe(
    'lang="en" dir="ltr" data-season="none" data-quoted="&quot;&gt;&lt;script&gt;"',
  )
  expect(page).not.toContain('theme-color')
  expect(page).toContain('<meta name="robots" content="noindex">')
})

test('what is no frame or no cookie of pages is a fault', () => {
  expectFault('bar', 'pageFrame', 'is no function', () =>
    combinePageFrames([{ owner: 'bar', section: 'x' as never }]),
  )
  const cookie = (name: string, values: string[]) => () =>
    combinePageCookies([{ owner: 'bar', section: { [name]: { values } } }])
  for (const name of ['parley_session', 'locale', 'a b'])
    expectFault(
      'bar',
      `pageCookies › ${name}`,
      'is no name for a cookie of an extension',
      cookie(name, ['1']),
    )
  expectFault('bar', 'pageCookies › a', 'has more than 8 values', cookie('a', Array(9).fill('1')))
  expectFault(
    'bar',
    'pageCookies › a',
    `has the value 'a b', which is more than letters and digits`,
    cookie('a', ['a b']),
  )
})
