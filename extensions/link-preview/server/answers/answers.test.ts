import { join } from 'node:path'
import {
  type ApiClient,
  admin,
  Description,
  eachTestForum,
  onBothDatabases,
  planOf,
  readExtension,
  setSettings,
  statementsOf,
  type TestForumOptions,
} from '@parley/testing'
import { Parser } from 'htmlparser2'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cachePage, deleteOldPages } from '../cache/store.ts'
import { openSites, type Page, type Sites } from '../fixtures/sites.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const path = '/api/datlechin-link-preview'
const error = { error: 'This site can’t be reached.' }
/** When tests begin, by their clock. */
const start = 1_704_067_200

type Open = Parameters<Parameters<typeof eachTestForum>[0]>[0]

const setting = (name: string) => `datlechin-link-preview.${name}`

async function openForum(
  open: Open,
  pages: Readonly<Record<string, Page>> = {},
  options: TestForumOptions = {},
) {
  const sites = await openSites(pages)
  onTestFinished(sites.close)
  const forum = await open({ extensions: [extension], network: sites.network, ...options })
  const browser = forum.browser()
  await browser.get('/api')
  return { sites, forum, browser, show: (url: string) => show(forum.guest(), url) }
}

async function show(client: ApiClient, url: string): Promise<unknown> {
  const { status, body } = await client.get(`${path}?url=${encodeURIComponent(url)}`)
  expect(status).toBe(200)
  return body
}

const batch = (client: ApiClient, urls: unknown) => client.post(`${path}/batch`, { urls })

/** The path of the forum's picture, and the address that it shows. */
function pictureIn(path: unknown): [string, string | null] {
  const { pathname, searchParams } = new URL(String(path), 'http://localhost')
  return [pathname, searchParams.get('address')]
}

/** Hosts with a page, one each. */
const hosts = (count: number) => Array.from({ length: count }, (_, n) => `http://h${n}.test/`)
const titled = (addresses: readonly string[]): Record<string, Page> =>
  Object.fromEntries(addresses.map((address) => [address.replace('http://', ''), '<title>t</title>']))

const countAll = ({ asked }: Sites) => asked.length

eachTestForum((open) => {
  test('a preview has its members in order, and the pictures at the forum', async () => {
    const page = `<title>A</title><meta name="description" content="B"><meta property="og:image" content="/a.png">
      <meta property="og:site_name" content="C"><link rel="icon" href="/i.png">`
    const { forum } = await openForum(open, { 'site.test/': page })
    const answer = await forum.guest().get(`${path}?url=http://site.test/`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(Object.keys(answer.body)).toEqual([
      'site_name',
      'title',
      'description',
      'image',
      'accessed',
      'picture',
      'icon',
    ])
    const { picture, icon, ...rest } = answer.body
    expect(rest).toEqual({ site_name: 'C', title: 'A', description: 'B', image: '/a.png', accessed: start })
    expect(pictureIn(picture)).toEqual(['/api/link-preview-pictures/picture', 'http://site.test/a.png'])
    expect(pictureIn(icon)).toEqual(['/api/link-preview-pictures/icon', 'http://site.test/i.png'])
    const description = await Description.of(forum.guest())
    expect(description.answerFaults(`GET ${path}`, answer)).toEqual([])
  })

  test('a page that says nothing has a preview without anything', async () => {
    const { show } = await openForum(open, { 'site.test/': 'Hello' })
    const none = { site_name: null, title: null, description: null, image: null, picture: null, icon: null }
    expect(await show('http://site.test')).toEqual({ ...none, accessed: start })
  })

  test('icons come from Google if administrators want that, through the forum', async () => {
    const { forum, show } = await openForum(open, { 'site.test/': '<link rel="icon" href="/i.png">' })
    const iconOf = async () => pictureIn(((await show('http://site.test/')) as { icon: string }).icon)[1]
    expect(await iconOf()).toBe('http://site.test/i.png')
    await setSettings(forum, { [setting('use_google_favicons')]: '1' })
    expect(await iconOf()).toBe('https://www.google.com/s2/favicons?domain=site.test&sz=64')
  })

  test('an address that is missing, malformed or out of reach is an error with status 200', async () => {
    const { forum, sites } = await openForum(open, {
      'site.test/x': (_request, response) => response.writeHead(500).end(),
    })
    const guest = forum.guest()
    const queries = [
      '',
      '?url=',
      '?url=a.example',
      '?url[]=http://site.test/',
      '?url[a]=http://site.test/',
      '?url=%00',
    ]
    for (const query of queries) {
      const answer = await guest.get(`${path}${query}`)
      expect([query, answer.status, answer.body]).toEqual([query, 200, error])
    }
    expect(sites.connections()).toBe(0)
    for (const address of ['http://site.test/missing', 'http://site.test/x'])
      expect(await show(guest, address)).toEqual(error)
    expect(sites.asked).toEqual(['site.test/missing', 'site.test/x'])
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('addresses inside the network are errors, and no connection is made', async () => {
    const { forum, browser, sites } = await openForum(open, { 'localhost/': '<title>inside</title>' })
    const { port } = sites.network.http ?? { port: 0 }
    const hostsInside = [
      ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', '[::1]', '[::ffff:127.0.0.1]'],
      ...[
        '10.0.0.1',
        '192.168.1.1',
        '169.254.169.254',
        '127.0.0.1.',
        '①②⑦.0.0.1',
        'user@site.test',
        'a:b@site.test',
      ],
    ]
    const urls = [
      ...hostsInside.flatMap((host) => [`http://${host}/`, `http://${host}:${port}/`]),
      ...[
        `http://site.test:${port}/`,
        'ftp://site.test/',
        'file:///etc/passwd',
        'gopher://site.test/',
        'data:text/html,x',
      ],
      ...[
        'javascript:alert(1)',
        'http://',
        'http:///',
        '//site.test/',
        'http://[',
        'http://site.test:99999/',
      ],
    ]
    expect(urls.length).toBeLessThanOrEqual(50)
    const answer = await batch(browser, urls)
    expect(answer.body).toEqual(Object.fromEntries(urls.map((url) => [url, error])))
    expect(sites.connections()).toBe(0)
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('a batch answers each address, in the order of the request', async () => {
    const { forum, browser, sites } = await openForum(open, {
      'b.test/x': '<title>B</title>',
      'a.test/': (_request, response) =>
        void setTimeout(
          () => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A "&lt;"</title>'),
          50,
        ),
    })
    await show(forum.guest(), 'http://b.test/x')
    const urls = [
      'http://a.test/',
      '7',
      'nonsense',
      'http://b.test/x',
      '__proto__',
      '1',
      'http://a.test/',
      '"<\\',
      '',
    ]
    const answer = await batch(browser, urls)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    const keys = [...answer.text.matchAll(/(?<=^\{|\},)"((?:[^"\\]|\\.)*)":\{/g)].map(([, key]) =>
      JSON.parse(`"${key}"`),
    )
    expect(keys).toEqual([...new Set(urls)])
    const values = new Map(Object.entries(JSON.parse(answer.text)))
    expect(values.get('http://a.test/')).toMatchObject({ title: 'A "<"', accessed: start })
    expect(values.get('http://b.test/x')).toMatchObject({ title: 'B' })
    for (const key of ['7', 'nonsense', '__proto__', '1', '"<\\', '']) expect(values.get(key)).toEqual(error)
    expect(answer.text).not.toContain('<')
    expect(sites.asked).toEqual(['b.test/x', 'a.test/'])
    const description = await Description.of(forum.guest())
    expect(description.answerFaults(`POST ${path}/batch`, answer)).toEqual([])
    expect((await batch(browser, [])).text).toBe('{}')
  })

  test('the first 50 different addresses are read, and all others are errors', async () => {
    const addresses = hosts(52)
    const { browser, sites } = await openForum(open, titled(addresses))
    const urls = [...addresses.slice(0, 2), ...addresses, ...Array.from({ length: 400 }, (_, n) => `x${n}`)]
    const answer = await batch(browser, urls)
    expect(Object.keys(answer.body)).toEqual([...new Set(urls)])
    const answered = addresses.filter((address) => 'title' in (answer.body[address] as object))
    expect(answered).toEqual(addresses.slice(0, 50))
    expect(Object.values(answer.body).slice(50)).toEqual(Array.from({ length: 402 }, () => error))
    expect(countAll(sites)).toBe(50)
  })

  test.each([
    ...[undefined, null, '', 'http://site.test/', 1, true, {}, { 0: 'http://site.test/' }],
    ...[[1], [null], [['http://site.test/']], ['http://site.test/', {}]],
  ])('urls that are %j are refused', async (urls) => {
    const { browser, sites } = await openForum(open, { 'site.test/': 'x' })
    const { status, body } = await batch(browser, urls)
    expect([status, body.errors.map(({ code, source }) => [code, source?.pointer])]).toEqual([
      422,
      [['validation_error', '/data/attributes/urls']],
    ])
    expect(countAll(sites)).toBe(0)
  })

  test('a batch needs the CSRF token of its session, and no account', async () => {
    const { forum, browser } = await openForum(open, { 'site.test/': '<title>t</title>' })
    const urls = ['http://site.test/']
    expect((await batch(browser, urls)).status).toBe(200)
    const { status, body } = await batch(forum.guest(), urls)
    expect([status, body.errors[0]?.code]).toEqual([400, 'csrf_token_mismatch'])
    const wrong = await browser.post(`${path}/batch`, { urls }, { 'x-csrf-token': 'wrong' })
    expect(wrong.status).toBe(400)
    expect((await batch(await forum.as(admin), urls)).status).toBe(200)
  })

  test('lists decide before the cache, and an address of theirs is not read', async () => {
    const { forum, sites, show } = await openForum(open, titled(['http://a.test/', 'http://b.test/']))
    expect(await show('http://a.test/')).toMatchObject({ title: 't' })
    await setSettings(forum, { [setting('blacklist')]: 'x.test\nA.*' })
    expect(await show('http://a.test/')).toEqual(error)
    await setSettings(forum, { [setting('blacklist')]: '', [setting('whitelist')]: 'a.test' })
    expect(await show('http://a.test/')).toMatchObject({ title: 't' })
    expect(await show('http://b.test/')).toEqual(error)
    expect(sites.asked).toEqual(['a.test/'])
  })

  test('an operator who closes the network gets errors only, and the forum says so', async () => {
    const { forum, browser, sites } = await openForum(open, titled(['http://a.test/']), {
      network: { isOff: true, lookup: () => Promise.reject(new Error('off')), isPublic: () => false },
    })
    expect(await show(forum.guest(), 'http://a.test/')).toEqual(error)
    expect((await batch(browser, ['http://a.test/'])).body).toEqual({ 'http://a.test/': error })
    expect((await batch(browser, 'x')).status).toBe(422)
    expect((await forum.guest().get('/api')).body.data.attributes[setting('isOff')]).toBe(true)
    expect(countAll(sites)).toBe(0)
    const { forum: other } = await openForum(open)
    expect((await other.guest().get('/api')).body.data.attributes).not.toHaveProperty([setting('isOff')])
  })

  test('where an administrator views the forum as another, pages are read, and not kept', async () => {
    const { forum, sites } = await openForum(open, titled(['http://a.test/']))
    const client = await forum.browserOf(admin)
    const { body } = await client.post('/api/admin/view-as', { kind: 'group', id: 3 })
    const view = new URL((body as unknown as { url: string }).url).pathname.replace(/\/$/, '')
    const get = (prefix: string) => client.get(`${prefix}${path}?url=http://a.test/`)
    for (const { status, body } of [await get(view), await get(view)])
      expect([status, body]).toEqual([200, expect.objectContaining({ title: 't' })])
    const kept = () => forum.current.database.read.selectFrom('link_previews').select('hash').execute()
    expect([countAll(sites), await kept()]).toEqual([2, []])
    await get('')
    expect([countAll(sites), (await kept()).length]).toEqual([3, 1])
    expect((await get(view)).body).toMatchObject({ title: 't' })
    expect(countAll(sites)).toBe(3)
  })

  test('slow sites of one client address do not hold up what others ask for', async () => {
    const slow = hosts(16)
    const silent = Object.fromEntries(slow.map((address) => [address.replace('http://', ''), () => {}]))
    const { forum, browser, sites } = await openForum(
      open,
      { ...silent, ...titled(['http://a.test/']) },
      { trustProxy: '127.0.0.1' },
    )
    const slowBatch = batch(browser, slow)
    await expect.poll(() => countAll(sites)).toBeGreaterThanOrEqual(8)
    const other = forum
      .guest()
      .get(`${path}?url=http://a.test/`, { 'x-forwarded-for': '203.0.113.7' })
      .then(({ body }) => body)
    expect(await Promise.race([other, slowBatch])).toMatchObject({ title: 't' })
    sites.close()
    await slowBatch
  })

  test('a fault while a page is read is an error of its own, and in the log', async () => {
    const { forum, show } = await openForum(open, titled(['http://a.test/']))
    const broken = vi.spyOn(Parser.prototype, 'write').mockImplementation(() => {
      throw new TypeError('a fault')
    })
    expect(await show('http://a.test/')).toEqual(error)
    broken.mockRestore()
    expect(forum.logged.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'A page of another site could not be parsed',
    ])
  })
})

onBothDatabases((open) => {
  test('pages are kept for the time of the setting, also between http and https, and for all fragments', async () => {
    const { forum, sites, show } = await openForum(open, { 'site.test/a?b=1': '<title>t</title>' })
    const accessed = async (url: string) => ((await show(url)) as { accessed: number }).accessed - start
    expect(await accessed('http://site.test/a?b=1')).toBe(0)
    forum.clock.advance(3599)
    const same = ['https://site.test/a?b=1', 'HTTP://SITE.test:80/a?b=1#c', 'https://site.test/a?b=1#']
    for (const url of same) expect([url, await accessed(url)]).toEqual([url, 0])
    expect(countAll(sites)).toBe(1)
    for (const url of ['http://site.test/a', 'http://site.test/a?b=2', 'http://site.test/A?b=1'])
      expect(await show(url)).toEqual(error)
    expect(countAll(sites)).toBe(4)
    forum.clock.advance(1)
    expect(await accessed('http://site.test/a?b=1')).toBe(3600)
    expect(countAll(sites)).toBe(5)
  })

  test('a page that cannot be read is asked again after a minute', async () => {
    const { forum, sites, show } = await openForum(open)
    expect(await show('http://site.test/')).toEqual(error)
    forum.clock.advance(59)
    sites.pages.set('site.test/', '<title>t</title>')
    expect([await show('http://site.test/'), countAll(sites)]).toEqual([error, 1])
    forum.clock.advance(1)
    expect(await show('http://site.test/')).toMatchObject({ title: 't', accessed: start + 60 })
    sites.pages.delete('site.test/')
    forum.clock.advance(3600)
    expect(await show('http://site.test/')).toEqual(error)
    expect(countAll(sites)).toBe(3)
  })

  test('a page that cannot be read by http is asked by https at once', async () => {
    const { sites, show } = await openForum(open)
    for (const url of ['http://site.test/', 'https://site.test/', 'http://site.test/', 'https://site.test/'])
      expect(await show(url)).toEqual(error)
    expect([countAll(sites), sites.connections()]).toEqual([1, 2])
  })

  test('without a cache time each request reads the page, and nothing is stored', async () => {
    const { forum, sites, show } = await openForum(open, titled(['http://a.test/']))
    await setSettings(forum, { [setting('cache_time')]: '0' })
    for (const url of ['http://a.test/', 'http://a.test/', 'http://b.test/', 'http://b.test/'])
      await show(url)
    expect(countAll(sites)).toBe(4)
    expect(await forum.current.database.read.selectFrom('link_previews').selectAll().execute()).toEqual([])
  })

  test('requests for a page at the same time share what is read', async () => {
    let answer = () => {}
    const { browser, forum, sites } = await openForum(open, {
      'site.test/': (_request, response) => {
        answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>t</title>')
      },
    })
    const all = Promise.all([
      show(forum.guest(), 'http://site.test/'),
      show(forum.guest(), 'http://site.test/#x'),
      batch(browser, ['http://site.test/', 'http://site.test/#y']),
    ])
    await expect.poll(() => countAll(sites)).toBe(1)
    answer()
    const [one, two, { body }] = await all
    expect([one, two, ...Object.values(body)]).toEqual(Array.from({ length: 4 }, () => one))
    expect(one).toMatchObject({ title: 't' })
    expect(countAll(sites)).toBe(1)
  })

  test('a batch looks its addresses up by one query, and reads none that are kept', async () => {
    const addresses = hosts(50)
    const { forum, browser, sites } = await openForum(open, titled(addresses))
    await batch(browser, addresses)
    const statements = await statementsOf(forum, async () => {
      expect(Object.keys((await batch(browser, addresses)).body)).toEqual(addresses)
    })
    const [lookup, ...others] = statements.filter(({ sql }) => sql.includes('link_previews'))
    expect([others, countAll(sites)]).toEqual([[], 50])
    if (!lookup) throw new Error('Nothing was looked up')
    const plan = await planOf(forum.current.database, lookup, { without: ['seqscan'] })
    expect(plan).not.toMatch(/^scan link|seq scan/im)
  })

  test('stored pages that cannot be read, and a cache that fails, are as none', async () => {
    const { forum, sites, show } = await openForum(open, titled(['http://a.test/']))
    await show('http://a.test/')
    for (const facts of ['{', '[]', '{"title":1}', 'null']) {
      await forum.current.database.transaction((db) =>
        db.updateTable('link_previews').set({ facts }).execute(),
      )
      expect([facts, await show('http://a.test/')]).toEqual([facts, expect.objectContaining({ title: 't' })])
    }
    expect(countAll(sites)).toBe(5)
    await forum.current.database.transaction((db) => db.schema.dropTable('link_previews').execute())
    expect(await show('http://a.test/')).toMatchObject({ title: 't' })
    expect(countAll(sites)).toBe(6)
  })

  test('two processes may store the same page', async () => {
    const { forum } = await openForum(open)
    const facts = { site_name: null, title: 'a', description: null, image: null, picture: null, icon: null }
    const readAt = forum.clock.now()
    const titles = ['a', 'b', 'c', 'd']
    await Promise.all(
      titles.map((title) => cachePage('key', { facts: { ...facts, title }, readAt }, forum.current)),
    )
    const rows = await forum.current.database.read.selectFrom('link_previews').selectAll().execute()
    expect(rows.map(({ hash }) => hash)).toEqual(['key'])
  })

  test('a job deletes what is too old, in steps, by the index', async () => {
    const { forum } = await openForum(open)
    const { database } = forum.current
    const ago = (seconds: number) => new Date(+forum.clock.now() - seconds * 1000).toISOString()
    const [old, fresh] = [ago(3600), ago(3599)]
    const rows = Array.from({ length: 2500 }, (_, n) => ({
      hash: `${n}`,
      facts: null,
      read_at: n % 10 ? old : fresh,
    }))
    for (let at = 0; at < rows.length; at += 500)
      await database.transaction((db) =>
        db
          .insertInto('link_previews')
          .values(rows.slice(at, at + 500))
          .execute(),
      )
    const statements = await statementsOf(forum, async () => {
      await deleteOldPages(forum.current, forum.clock.now(), AbortSignal.timeout(60_000))
    })
    const left = await database.read.selectFrom('link_previews').select('read_at').distinct().execute()
    expect(left).toEqual([{ read_at: fresh }])
    const deletions = statements.filter(({ sql }) => /^delete from "link_previews"/.test(sql))
    expect(deletions).toHaveLength(3)
    const [lookup] = statements.filter(({ sql }) => /^select "hash"/.test(sql))
    if (!lookup) throw new Error('Nothing was looked up')
    const plan = await planOf(database, lookup, { without: ['seqscan'] })
    expect(plan).toContain('link_previews_read_at')
    forum.clock.advance(3600)
    forum.current.wakeJobs()
    await forum.settled()
    expect(await database.read.selectFrom('link_previews').select('hash').execute()).toEqual([])
  })

  test('a client address has 60 pages read a minute: what exceeds that is refused as a whole', async () => {
    const addresses = hosts(100)
    const { forum, browser, sites } = await openForum(open, titled(addresses))
    const member = await forum.browserOf(admin)
    const status = async (client: ApiClient, urls: readonly string[]) => (await batch(client, urls)).status
    expect(await status(browser, addresses.slice(0, 40))).toBe(200)
    // What is kept, and what is not asked, does not count.
    expect(await status(browser, [...addresses.slice(0, 40), 'nonsense'])).toBe(200)
    const refused = await batch(member, addresses.slice(40, 61))
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(countAll(sites)).toBe(40)
    expect(await status(member, addresses.slice(40, 60))).toBe(200)
    expect(await status(browser, addresses.slice(0, 60))).toBe(200)
    expect(countAll(sites)).toBe(60)
    const single = await forum.guest().get(`${path}?url=${addresses[60]}`)
    expect([single.status, single.body.errors[0]?.code]).toEqual([429, 'too_many_requests'])
    expect(countAll(sites)).toBe(60)
  })
})
