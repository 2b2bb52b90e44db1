import { expect, onTestFinished, test } from 'vitest'
import { openSites, type Page } from '../fixtures/sites.ts'
import type { PageFacts } from './facts.ts'
import { readPage } from './read-page.ts'

/** What is read of a page at `http://site.test/dir/page`. */
async function factsOf(page: Page): Promise<PageFacts | null> {
  const sites = await openSites({ 'site.test/dir/page': page })
  onTestFinished(sites.close)
  const forum = { network: sites.network, baseUrl: 'https://forum.test', version: '1' }
  return readPage(forum, 'http://site.test/dir/page')
}

/** A page with a header of its own. */
const typed =
  (contentType: string | undefined, body: string | Uint8Array): Page =>
  (_request, response) =>
    response.writeHead(200, contentType === undefined ? {} : { 'content-type': contentType }).end(body)

const nothing: PageFacts = {
  site_name: null,
  title: null,
  description: null,
  image: null,
  picture: null,
  icon: null,
}

test('title, description and picture of the page itself come first', async () => {
  const og = `<meta property="og:title" content="og"><meta property="og:description" content="og">
    <meta property="og:image" content="/og.png"><meta property="og:site_name" content="Site">
    <meta name="twitter:title" content="tw"><meta name="twitter:description" content="tw">
    <meta name="twitter:image" content="/tw.png"><meta name="twitter:site" content="@site">`
  const own = `<title>own</title><meta name="Description" content="own"><meta name="image" content="/own.png">`
  const first = await factsOf(`<html><head>${og}${own}</head><body>`)
  expect(first).toEqual({
    site_name: 'Site',
    title: 'own',
    description: 'own',
    image: '/own.png',
    picture: 'http://site.test/own.png',
    icon: null,
  })
  expect(await factsOf(`<head>${og}</head>`)).toMatchObject({
    title: 'og',
    description: 'og',
    image: '/og.png',
  })
  const twitter = og.replaceAll(/<meta property[^>]*>/g, '')
  expect(await factsOf(`<head>${twitter}</head>`)).toMatchObject({
    site_name: '@site',
    title: 'tw',
    description: 'tw',
    image: '/tw.png',
  })
})

test('empty values do not count, and of several the first that is not empty', async () => {
  const facts =
    await factsOf(`<head><title> \n </title><meta name=description content=""><meta name="description"
    content="one"><meta name="description" content="two"><meta property="og:title" content="&nbsp;&#8203;">
    <meta name="twitter:title" content="third"><meta itemprop="image" content="a.png">
    <meta name="image" content="b.png"></head>`)
  expect(facts).toMatchObject({
    title: 'third',
    description: 'one',
    image: 'a.png',
    picture: 'http://site.test/dir/a.png',
  })
})

test('one element may name its content in several ways', async () => {
  const facts = await factsOf(`<head><meta name="image" property="og:image" content="https://cdn.test/a.png">
    <META PROPERTY="OG:TITLE" CONTENT="loud"><meta property="description" content="d">`)
  expect(facts).toMatchObject({ title: 'loud', description: 'd', picture: 'https://cdn.test/a.png' })
})

test('entities are decoded once, and white space is one space', async () => {
  const facts = await factsOf(`<title>\n  Fish &amp; Chips &lt;b&gt; &amp;lt;\t&#x41;&eacute;\u00a0x </title>
    <meta name="description" content="&quot;a&quot; &amp;amp; &copy b">`)
  expect(facts).toMatchObject({ title: 'Fish & Chips <b> &lt; Aé x', description: '"a" &amp; © b' })
})

test('control characters and those that turn the direction are removed', async () => {
  const facts = await factsOf(
    '<title>a\u202eb\u2066c\u200fd\u061ce\u0007f \u0085 g&#x202e;h&#0;\u200b</title><meta name="description" content="\u202e">',
  )
  expect(facts).toMatchObject({ title: 'abcdef gh\ufffd', description: null })
})

test('a text without a visible letter is none', async () => {
  const facts = await factsOf(
    '<title>\u00ad \u3164\u200d</title><meta name="description" content="a\u200db">',
  )
  expect(facts).toMatchObject({ title: null, description: 'a\u200db' })
})

test('texts are cut, not within a letter, and a picture with too long an address is none', async () => {
  const facts =
    await factsOf(`<title>${'x'.repeat(298)}👩‍👩‍👧y</title><meta name=description content="${'word '.repeat(300)}">
    <meta property="og:site_name" content="${'s'.repeat(101)}"><meta name="image" content="/${'i'.repeat(2048)}">`)
  expect(facts?.title).toBe(`${'x'.repeat(298)}…`)
  expect(facts?.description?.length).toBeLessThanOrEqual(500)
  expect(facts?.description).toMatch(/word word…$/)
  expect(facts?.site_name).toBe(`${'s'.repeat(99)}…`)
  expect([facts?.image, facts?.picture]).toEqual([null, null])
})

test('the picture is given as the page gives it, and only one by http or https is fetched', async () => {
  for (const [image, picture] of [
    ['//cdn.test/a.png', 'http://cdn.test/a.png'],
    ['../a b.png', 'http://site.test/a%20b.png'],
    ['https://cdn.test/a.png?x=1&amp;y=2', 'https://cdn.test/a.png?x=1&y=2'],
    ['javascript:alert(1)', null],
    ['JaVa\nScript:alert(1)', null],
    ['data:image/png;base64,AA', null],
    ['file:///etc/passwd', null],
    ['http://', null],
  ]) {
    const facts = await factsOf(`<title>t</title><meta name="image" content="${image}">`)
    expect(facts).toMatchObject({ image: image?.replace('&amp;', '&'), picture })
  }
})

test('references are relative to the base of the page, which is relative to its address', async () => {
  const facts =
    await factsOf(`<head><base target="x"><base href="/other/"><base href="/third/"><title>t</title>
    <meta name="image" content="a.png"><link rel="icon" href="i.png">`)
  expect(facts).toMatchObject({
    picture: 'http://site.test/other/a.png',
    icon: 'http://site.test/other/i.png',
  })
  const broken = await factsOf('<base href="http://"><title>t</title><meta name="image" content="a.png">')
  expect(broken).toMatchObject({ picture: 'http://site.test/dir/a.png' })
})

test.each([
  ['<link rel="icon" href="/favicon.ico"><link rel="icon" href="/a.svg" type="image/svg+xml">', null],
  ['<link rel="shortcut ICON" href="/a.png">', '/a.png'],
  ['<link rel="mask-icon" href="/a.png">', null],
  ['<link rel="stylesheet" href="/icon.png"><link rel="icon" href=" ">', null],
  ['<link rel="icon" href="/a">', '/a'],
  ['<link rel="icon" href="/a"><link rel="icon" href="/b" type="image/png" sizes="16x16">', '/b'],
  ['<link rel="icon" sizes="32x32" href="/32.png"><link rel="icon" sizes="64x64" href="/64.png">', '/64.png'],
  ['<link rel="icon" sizes="16x16" href="/16.png"><link rel="apple-touch-icon" href="/touch">', '/touch'],
  [
    '<link rel="icon" sizes="512x512" href="/512.png"><link rel="icon" sizes="96x96" href="/96.webp?v=1">',
    '/96.webp?v=1',
  ],
  ['<link rel="icon" href="javascript:alert(1)//a.png">', null],
])('the icon of %s is %s', async (links, icon) => {
  const facts = await factsOf(`<head><title>t</title>${links}</head>`)
  expect(facts?.icon).toBe(icon === null ? null : `http://site.test${icon}`)
})

const bytes = {
  'windows-1252': Buffer.from('<title>Caf\xe9 \x93a\x94</title>', 'latin1'),
  utf8: Buffer.from('<title>Café</title>'),
  shift_jis: Buffer.concat([
    Buffer.from('<title>'),
    Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
    Buffer.from('</title>'),
  ]),
}

test.each<[string, Page, string]>([
  ['the header', typed('text/html; Charset="Shift_JIS"', bytes.shift_jis), '日本'],
  [
    'the header before the page',
    typed('text/html;charset=utf-8', Buffer.concat([Buffer.from('<meta charset="shift_jis">'), bytes.utf8])),
    'Café',
  ],
  [
    'meta charset',
    typed('text/html', Buffer.concat([Buffer.from("<meta charset='shift_jis'>"), bytes.shift_jis])),
    '日本',
  ],
  [
    'meta http-equiv',
    typed(
      'text/html',
      Buffer.concat([
        Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">'),
        bytes.shift_jis,
      ]),
    ),
    '日本',
  ],
  [
    'an XML declaration',
    typed(
      'application/xhtml+xml',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="shift_jis"?>'), bytes.shift_jis]),
    ),
    '日本',
  ],
  [
    'a mark before the header',
    typed('text/html; charset=windows-1252', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes.utf8])),
    'Café',
  ],
  ['a mark of UTF-16', typed('text/html', Buffer.from('\ufeff<title>Café</title>', 'utf16le')), 'Café'],
  ['nothing, and it is UTF-8', typed('text/html', bytes.utf8), 'Café'],
  ['nothing, and it is no UTF-8', typed('text/html', bytes['windows-1252']), 'Café “a”'],
  ['an unknown name', typed('text/html; charset=klingon', bytes['windows-1252']), 'Café “a”'],
  [
    'UTF-16 in letters of ASCII',
    typed('text/html', Buffer.concat([Buffer.from('<meta charset=utf-16>'), bytes.utf8])),
    'Café',
  ],
])('the encoding is that of %s', async (_name, page, title) => {
  expect((await factsOf(page))?.title).toBe(title)
})

test('a letter that arrives in two pieces is one letter', async () => {
  const page = Buffer.from(`<!--${'x'.repeat(2000)}--><title>Café</title>`)
  const middle = page.indexOf(0xc3) + 1
  const facts = await factsOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(page.subarray(0, middle))
    setTimeout(() => response.end(page.subarray(middle)), 20)
  })
  expect(facts?.title).toBe('Café')
})

test.each([
  ['text/plain', false],
  ['application/json', false],
  ['image/svg+xml', false],
  ['text/htmlx', false],
  [undefined, false],
  ['TEXT/HTML', true],
  ['application/xhtml+xml; charset=utf-8', true],
])('of what is %s it is %s that it is read', async (contentType, isRead) => {
  const facts = await factsOf(typed(contentType, '<title>t</title>'))
  expect(facts?.title).toBe(isRead ? 't' : undefined)
})

test.each<[string, Page]>([
  [
    'missing',
    (_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<title>t</title>'),
  ],
  ['broken', (_request, response) => response.writeHead(500).end()],
  [
    'cut off',
    (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-length': 100 })
        .write('<ti', () => response.destroy()),
  ],
])('a page that is %s cannot be read', async (_name, page) => {
  expect(await factsOf(page)).toBe(null)
})

test('reading ends with the head, however long the page is', async () => {
  let written = 0
  let hasClosed = false
  const facts = await factsOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.on('close', () => {
      hasClosed = true
    })
    response.write('<head><title>t</title></head><body>'.padEnd(2000, ' '))
    const more = () => {
      written += 1
      if (!response.destroyed && written < 1000)
        response.write('<p>x</p>'.repeat(100), () => setTimeout(more, 1))
    }
    more()
  })
  expect(facts).toEqual({ ...nothing, title: 't' })
  await expect.poll(() => hasClosed).toBe(true)
  expect(written).toBeLessThan(1000)
})

test('what stands behind a head without a title is read, up to a mebibyte', async () => {
  const behind = (length: number) =>
    `<head></head><body>${'<p>x</p>'.repeat(length / 8)}<meta property="og:title" content="t">`
  expect((await factsOf(behind(500_000)))?.title).toBe('t')
  expect(await factsOf(behind(1_100_000))).toEqual(nothing)
})

test('a title of a mebibyte with markup in it is text, and short', async () => {
  const facts = await factsOf(
    `<title>${'<b>x</b> &lt; '.repeat(100_000)}</title><meta name="description" content="d">`,
  )
  expect(facts?.title).toMatch(/^<b>x<\/b> < <b>x/)
  expect(facts?.title?.length).toBeLessThanOrEqual(300)
})

test('a page of elements inside each other is left where it gets too deep', async () => {
  const [open, close] = ['<i>'.repeat(170_000), '</b>'.repeat(130_000)]
  expect(
    (await factsOf(`<meta property="og:title" content="t">${open}${close}<title>x</title>`))?.title,
  ).toBe('t')
  expect((await factsOf(`${'<i>'.repeat(400)}${'</i>'.repeat(400)}<title>x</title>`))?.title).toBe('x')
})

test('only the title of the page counts, not those in drawings, comments and scripts', async () => {
  const facts = await factsOf(`<!-- <title>comment</title> --><script>"<title>script</title>"</script>
    <svg><title>drawing</title></svg><style>/*<title>style</title>*/</style><title>page</title><title>second</title>`)
  expect(facts?.title).toBe('page')
})

test.each([
  ['<title>a<meta name=description content=b>', 'a<meta name=description content=b>'],
  ['<html><title/>x</title>', 'x'],
  ['<<<title>>a</title>', '>a'],
  ['</svg></svg><title>a</title>', 'a'],
  ['<head <title>a</title>', null],
  ['\0<title>a</title>', 'a'],
  ['', null],
  ['<', null],
  ['<meta><meta content><meta name><link><base><title>a</title>', 'a'],
  ['<meta property="__proto__" content="x"><meta name="constructor" content="x"><title>a</title>', 'a'],
])('broken HTML %j is read as far as it goes', async (html, title) => {
  expect((await factsOf(html))?.title).toBe(title)
})
