import { expect, test } from 'vitest'
import { createMarkup, type MarkupOptions } from './markup.ts'

const renderMarkup = (source: string, options: MarkupOptions = {}) => createMarkup(options).renderHtml(source)

const rel = 'rel="ugc nofollow noopener"'

test.each([
  ['line 1\nline 2', '<p>line 1<br>\nline 2</p>\n'],
  ['a\r\n\r\nb', '<p>a</p>\n<p>b</p>\n'],
  [
    '<b>x</b> & <script>alert(1)</script>',
    '<p>&lt;b&gt;x&lt;/b&gt; &amp; &lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
  ],
  ['**a** _b_ ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>\n'],
  ['"quotes" -- (c)', '<p>&quot;quotes&quot; -- (c)</p>\n'],
  ['\\*x', '<p>*x</p>\n'],
  ['# a\n\n###### b', '<h2>a</h2>\n<h6>b</h6>\n'],
  ['a\n=\n\nb\n-', '<h2>a</h2>\n<h3>b</h3>\n'],
  ['```ts\na < b\n```', '<pre tabindex="0"><code class="language-ts">a &lt; b\n</code></pre>\n'],
  [
    '```"><img onerror=x\n\n```',
    '<pre tabindex="0"><code class="language-&quot;&gt;&lt;img">\n</code></pre>\n',
  ],
  ['    code', '<pre tabindex="0"><code>code\n</code></pre>\n'],
])('%j', (source, html) => {
  expect(renderMarkup(source)).toBe(html)
})

test.each([
  [
    'https://example.org/a_(b).',
    `<p><a href="https://example.org/a_%28b%29" ${rel}>https://example.org/a_(b)</a>.</p>\n`,
  ],
  ['[x](HTTP://example.org)', `<p><a href="http://example.org" ${rel}>x</a></p>\n`],
  ['<https://example.org>', `<p><a href="https://example.org" ${rel}>https://example.org</a></p>\n`],
  ['a@example.org', '<p><a href="mailto:a@example.org">a@example.org</a></p>\n'],
])('links %j', (source, html) => {
  expect(renderMarkup(source)).toBe(html)
})

test.each([
  'www.example.com',
  '//example.com',
  'ftp://example.com',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&colon;alert(1))',
  '[x](&#x1;javascript:alert(1))',
  '[x](data:text/html,a)',
  '[x](vbscript:a)',
  '[x](//evil.example)',
  '[x]()',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
])('no link of %j', (source) => {
  expect(renderMarkup(source)).not.toContain('<a')
})

test('links into the forum have no rel attribute', () => {
  const options = { baseUrl: 'https://forum.example/talk' }
  const html = (url: string) => renderMarkup(`[x](${url})`, options)
  expect(html('https://forum.example/talk')).not.toContain('rel')
  expect(html('https://forum.example/talk/d/1')).not.toContain('rel')
  expect(html('https://forum.example/talk?page=2')).not.toContain('rel')
  expect(html('https://forum.example/talkative')).toContain(rel)
  expect(html('https://forum.example/talk@evil.example')).toContain(rel)
  expect(renderMarkup('[x](https://forum.example/talk)')).toContain(rel)
})

test('images load lazily and only over HTTP', () => {
  expect(renderMarkup('![a "b"](https://example.org/x.png)')).toBe(
    '<p><img src="https://example.org/x.png" alt="a &quot;b&quot;" loading="lazy"></p>\n',
  )
  for (const url of ['data:image/svg+xml;base64,AA', 'data:image/png;base64,AA', 'mailto:a@b.c']) {
    expect(renderMarkup(`![a](${url})`)).not.toContain('<img')
  }
})

test('tables stand in a region that scrolls, and need no inline style', () => {
  expect(renderMarkup('| a | b | c |\n|:--|--:|:-:|\n| 1 | 2 | 3 |')).toBe(
    '<div class="Prose-table" tabindex="0" role="region">\n<table>\n<thead>\n<tr>\n' +
      '<th scope="col">a</th>\n<th scope="col" data-align="end">b</th>\n<th scope="col" data-align="center">c</th>\n' +
      '</tr>\n</thead>\n<tbody>\n<tr>\n' +
      '<td>1</td>\n<td data-align="end">2</td>\n<td data-align="center">3</td>\n' +
      '</tr>\n</tbody>\n</table>\n</div>\n',
  )
})

test('only e-mail links are mail links, and a backslash is no slash', () => {
  expect(renderMarkup('[x](mailto:a@b.cc)')).toBe('<p>[x](mailto:<a href="mailto:a@b.cc">a@b.cc</a>)</p>\n')
  expect(renderMarkup('[x](/\\\\evil.example)')).toBe('<p><a href="/%5Cevil.example">x</a></p>\n')
})

test('links without scheme and host lead into the forum', () => {
  expect(renderMarkup('[x](/d/1) [y](#a) ![z](/x.png)')).toBe(
    '<p><a href="/d/1">x</a> <a href="#a">y</a> <img src="/x.png" alt="z" loading="lazy"></p>\n',
  )
})

test.each([
  'https://example.org/ü',
  'https://exämple.org/a%20b',
  'https://例え.jp',
  'https://example.org/a_(b)',
  'https://example.org/"quoted"',
  '/d/1-ü',
])('the address %s is written in the same way inline and in a definition', (address) => {
  const inline = renderMarkup(`[a](<${address}>)`)
  expect(renderMarkup(`[a]\n\n[a]: <${address}>`)).toBe(inline)
  expect(inline).toContain('<a href="')
})
