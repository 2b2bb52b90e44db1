import { createMarkup } from '@parley/shared/markup'
import { isRunOfAll } from '@parley/testing/all-tests'
import { growthOf, proportionalGrowth } from '@parley/testing/growth'
import { attacks, disallowedMarkup } from '@parley/testing/markup'
import { describe, expect, test } from 'vitest'
import bbcode from './markup/index.ts'

const markup = createMarkup({ syntaxes: [bbcode] })
const html = (source: string) => markup.renderHtml(source, { facts: () => true })

/** Returns the start tags of a rendered source, as they are written. */
const tagsIn = (source: string) => html(source).match(/<[a-z][^>]*>/g) ?? []

describe('invalid tags and values stay text', () => {
  test.each([
    ...[
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'ftp://a.b',
      '//a.b',
      '\\\\a.b',
    ].flatMap((address) => [
      `[url=${address}]x[/url]`,
      `[url="${address}"]x[/url]`,
      `[url=" ${address}"]x[/url]`,
      `[url]${address}[/url]`,
      `[img]${address}[/img]`,
      `[img src="${address}"][/img]`,
    ]),
    '[url="java\tscript:alert(1)"]x[/url]',
    '[url="http:///x"]x[/url]',
    '[url="http:x"]x[/url]',
    '[url]x[/url:1]',
    '[url][/url]',
    '[url]a b[/url]',
    '[email=x]y[/email]',
    '[email]x@y[/email]',
    '[email="a@b?bcc=e"]y[/email]',
    ...[
      '',
      '#12345',
      '#ggg',
      'expression(1)',
      'red;background:url(//a.b)',
      'url(//a.b)',
      'inherit',
      'var(--x)',
      'hsl(1,1%,1%)',
      'rgb(1,2)',
      'rgba(1,2,3)',
      'rgb(1,2,3);x',
      'constructor',
    ].map((value) => `[color="${value}"]x[/color]`),
    ...['', '12px', '1.5', 'big', '1e1', '٣', '12;x'].map((value) => `[size="${value}"]x[/size]`),
    '[color]x[/color]',
    '[size]x[/size]',
    '[url onclick=alert(1)]x[/url]',
    '[spoiler]x[/spoiler]',
    '[script]x[/script]',
    '[b',
    '[/b]',
    '[b onclick=x',
  ])('%j', (source) => {
    expect(tagsIn(source)).toEqual(['<p>'])
  })
})

test('an email address with parameters becomes no link but that of its plain text', () => {
  expect(html('[email="a@b.cd?bcc=e"]y[/email]')).toBe(
    '<p>[email=&quot;<a href="mailto:a@b.cd">a@b.cd</a>?bcc=e&quot;]y[/email]</p>\n',
  )
})

test.each([
  ['[b onclick=alert(1) style="color:red"]x[/b]', '<b>'],
  ['[color=red onclick=alert(1)]x[/color]', '<span style="color:red">'],
  ['[url="/\\"onclick=alert(1)//"]x[/url]', '<a href="/%22onclick=alert%281%29//">'],
  ["[url='/<script>']x[/url]", '<a href="/%3Cscript%3E">'],
  ['[url]/"onclick="x[/url]', '<a href="/%22onclick=%22x">'],
  ['[img alt=\'"onerror="x\']/y[/img]', '<img src="/y" title="" alt="&quot;onerror=&quot;x" loading="lazy">'],
  ['[img onerror=x]/y[/img]', '<img src="/y" title="" alt="" loading="lazy">'],
])('no attribute escapes from %s', (source, expected) => {
  expect(tagsIn(source)).toEqual(['<p>', expected])
})

test.each([
  ['[quote="<img src=x onerror=y>"]a[/quote]', ['<blockquote>', '<div>', '<cite>', '<p>']],
  ['[code="x onclick=y"]<script>[/code]', ['<pre tabindex="0">', '<code>']],
  ["[code='x\"onclick=y']a[/code]", ['<pre tabindex="0">', '<code>']],
  ['[list="a:b;c"][*]a[/list]', ['<ul>', '<li>', '<p>']],
  ['[list=1 start="1 onclick=x"][*]a[/list]', ['<ol style="list-style-type:decimal">', '<li>', '<p>']],
])('no attribute escapes from the block %s', (source, expected) => {
  expect(tagsIn(source)).toEqual(expected)
})

test.each([
  ['b', 'b', '[b]', '[/b]'],
  ['color', 'span', '[color=red]', '[/color]'],
  ['quote', 'blockquote', '[quote]', '[/quote]'],
  ['center', 'div', '[center]', '[/center]'],
])('%s nests at most ten times', (name, element, start, end) => {
  const document = markup.parse(`${start.repeat(12)}x${end.repeat(12)}`)
  expect(document.diagnostics).toContainEqual({ message: 'Nesting limit exceeded', tag: name })
  expect(markup.render(document).split(`<${element}`).length - 1).toBe(10)
})

describe('attacks in the values and contents of tags', () => {
  const styles =
    /^(?:color:(?:#[\da-f]{3,8}|rgba?\([\d., ]+\)|[a-z]+)|font-size:\d\d?px|text-align:center|list-style-type:[-+,. \w]+)$/
  const places = [
    ...'url img email color size quote code list'
      .split(' ')
      .flatMap((name) => [`[${name}=@]x[/${name}]`, `[${name}="@"]x[/${name}]`, `[${name}='@']x[/${name}]`]),
    ...'b url img email code quote center'.split(' ').map((name) => `[${name}]@[/${name}]`),
    '[img src="@" alt="@" title="@" width="@"][/img]',
    '[url="/x" title="@"]@[/url]',
    '[list=1 start="@"][*]@[*=@]x[/list]',
    '[b @]x[/b]',
    '[@]x[/@]',
  ]

  test.each(places)('%s', (place) => {
    for (const attack of attacks) {
      const output = html(place.replaceAll('@', () => attack))
      const usedStyles = [...output.matchAll(/ style="([^"]*)"/g)].map(([, style = '']) => style)
      const forbidden = disallowedMarkup(output, [bbcode])
      const forbiddenStyles = usedStyles.filter((style) => !styles.test(style))
      expect({ attack, forbidden, forbiddenStyles }).toEqual({ attack, forbidden: [], forbiddenStyles: [] })
    }
  })
})

test('links do not nest', () => {
  for (const source of ['[url=/x]', '[url=/x][email=a@b.cd]', '[x](/x) [url=/x]'])
    expect(html(`[${source.repeat(6)}x${'[/url]'.repeat(6)}](/y)`)).not.toMatch(/<a[^>]*>(?:(?!<\/a>).)*<a/s)
})

test('a post renders at most 5,000 tags of a kind', () => {
  for (const [source, name, element] of [
    ['[b]x[/b]', 'b', '<b>'],
    ['[url=/x]x[/url]', 'url', '<a'],
    ['[url]/x[/url]', 'a', '<a'],
    ['[img]/x[/img]', 'img', '<img'],
    ['[center]x[/center]\n', 'center', '<div'],
  ] as const) {
    const document = markup.parse(source.repeat(6000))
    expect(document.diagnostics).toContainEqual({ message: 'Tag limit exceeded', tag: name })
    const count = markup.render(document).split(element).length - 1
    expect({ name, count }).toEqual({ name, count: 5000 })
  }
})

/** The smaller of two lengths that are compared. */
const size = isRunOfAll ? 16_384 : 4096

test.each([
  ...'[b] [/b] [b:1] [url] [url=/x] [email] [img] [code] [/code] [quote] [/quote] [quote=x] [list] [*] [list][*] [center] [color=red]'.split(
    ' ',
  ),
  '[url title="',
  "[url title='x",
  '[url]a[url',
  '[url]a[b]',
  '[url] ',
  '[email]a@',
  '[b][i][u][s]',
  '[quote]\n\n',
  '[list]\n[*]a\n',
  '[/list][list]',
  '[url=/x][url=/y]z[/url]',
  '[color="rgba(1, ',
  '[quote="x\\',
])(
  `parsing ${size * 16} characters of %j takes linear time`,
  async (piece) => {
    const make = (length: number) => piece.repeat(Math.ceil(length / piece.length))
    const render = (source: string) => markup.renderStored(markup.parse(source))
    expect(await growthOf(make, render, size)).toBeLessThan(proportionalGrowth)
  },
  30_000,
)
