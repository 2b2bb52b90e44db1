import { createMarkup, deleted } from '@parley/shared/markup'
import { growthOf, proportionalGrowth } from '@parley/testing/growth'
import { attacks, disallowedMarkup, hostilePieces } from '@parley/testing/markup'
import { describe, expect, test } from 'vitest'
import type { FileFacts } from './facts.ts'
import upload from './index.ts'

const markup = createMarkup({ baseUrl: 'https://f.example', syntaxes: [upload] })
const uuid = '11111111-2222-4333-8444-555555555555'
const address = 'https://f.example/assets/files/2026-05-01/1-2-cat.png'
const facts: FileFacts = { uuid, url: address, name: 'cat.png', snippet: 'one\n<b>two', isLonger: true }
const translate = (key: string) => `{${key}}`
const html = (source: string, found: unknown = facts) =>
  markup.renderHtml(source, { facts: () => found, translate }).replaceAll('\n', '')
const typed = (source: string) => markup.renderHtml(source, { translate }).replaceAll('\n', '')

describe('image-preview', () => {
  const image = (title: string, alt: string, id = ` data-id="${uuid}"`) =>
    `<p><img class="FoFUpload--Upl-Image-Preview" src="${address}" title="${title}" alt="${alt}"${id} loading="lazy"></p>`

  test('the placeholder of the alternative text is left out, and a text is taken', () => {
    const tag = (alt: string) => `[upl-image-preview uuid=${uuid} url=http://old.example/x.png alt=${alt}]`
    expect(html(tag('{TEXT?}'))).toBe(image('cat.png', ''))
    expect(html(tag('"A \\"fat\\" <cat> \\\\"'))).toBe(image('cat.png', 'A &quot;fat&quot; &lt;cat&gt; \\'))
    expect(html(tag('a fat cat'))).toBe(image('cat.png', 'a fat cat'))
    expect(html(`[upl-image-preview uuid=${uuid} url=${address}]`)).toBe(image('cat.png', ''))
  })

  test('without facts it shows what was typed', () => {
    expect(typed(`[upl-image-preview url=${address} alt={TEXT?}]`)).toBe(image('', '', ''))
  })

  test.each([
    'url=javascript:alert(1)',
    'url=/assets/x.png',
    'url=//evil.example/x.png',
    'url=data:image/png;base64,AA',
    'url=https://',
    '',
    'url="https://a.example" uuid="a b"',
  ])('[upl-image-preview %s] stays text', (attributes) => {
    expect(html(`[upl-image-preview ${attributes}]`)).not.toContain('<img')
  })
})

test('file is a group with the uuid of its download', () => {
  expect(html(`See [upl-file uuid=${uuid} size=20kB]a-b.pdf[/upl-file].`)).toBe(
    `<p>See <span class="ButtonGroup Upload-file" data-fof-upload-download-uuid="${uuid}">` +
      '<span class="Button Button--primary Upload-mark"><i class="icon fas fa-download"></i></span>' +
      '<span class="Button Upload-name">a-b.pdf</span> <span class="Button Upload-size">20kB</span></span>.</p>',
  )
  expect(html(`[upl-file uuid=${uuid} size=2kB]<i>[/upl-file]`)).not.toContain('<span')
  expect(html('[upl-file size=2kB]a[/upl-file]')).toBe('<p>[upl-file size=2kB]a[/upl-file]</p>')
})

test('image is a card with a background and the uuid of its download', () => {
  expect(html(`[upl-image uuid=${uuid} size=2kB url=${address}]cat.png[/upl-image]`)).toBe(
    `<p><span class="Upload-card" data-fof-upload-download-uuid="${uuid}">` +
      `<span class="Upload-picture" style="background-image:url(${address})"></span>` +
      '<span class="Upload-name">cat.png</span> <span class="Upload-size">2kB</span></span></p>',
  )
})

test.each([
  'https://a.example/);color:red;x:(',
  'https://a.example/");}',
  'https://a.example/\\29',
  "https://a.example/'",
])('the address %s does not end the style', (url) => {
  const card = typed(`[upl-image uuid=${uuid} size=2kB url="${url.replace(/["\\]/g, '\\$&')}"]c[/upl-image]`)
  const [, style = 'background-image:url(https://a)'] = /style="([^"]*)"/.exec(card) ?? []
  expect(style).toMatch(/^background-image:url\(https:[^()'"\\\s;]+\)$/)
})

test('text-preview is a figure with the beginning of the text, and no script', () => {
  const source = `before [upl-text-preview uuid=${uuid} url=${address} has_snippet=false]a.txt[/upl-text-preview] after`
  expect(html(source)).toBe(
    `<p>before</p><figure class="Upload-text" data-id="${uuid}" data-has-snippet="true"><figcaption>` +
      `<i class="icon fas fa-file-lines"></i> <a href="${address}" rel="ugc nofollow noopener">a.txt</a></figcaption>` +
      '<pre tabindex="0"><code>one&lt;b&gt;two</code></pre></figure><p>after</p>',
  )
  expect(html(source, { ...facts, snippet: null, isLonger: false })).toContain(
    'data-has-snippet="false"><figcaption><i class="icon fas fa-file-lines"></i>',
  )
})

test('a deleted file is its name', () => {
  for (const source of [
    `[upl-file uuid=${uuid} size=2kB]a.pdf[/upl-file]`,
    `[upl-text-preview uuid=${uuid}]a.pdf[/upl-text-preview]`,
    `[upl-image-preview uuid=${uuid} url=${address} alt="a.pdf"]`,
  ])
    expect(html(source, deleted)).toContain(
      '<span class="Button Upload-name">a.pdf</span> <span class="Button Upload-size">{upload.forum.post.deleted_text}',
    )
})

test('excerpts have the names and alternative texts', () => {
  const source = `[upl-file uuid=${uuid} size=2kB]a.pdf[/upl-file] and [upl-image uuid=${uuid} size=2kB url=${address}]b.png[/upl-image]`
  expect(markup.plainText(markup.parse(source))).toBe('a.pdf 2kB and b.png 2kB')
})

test('hostile texts give only allowed markup, in proportional time', async () => {
  const tags = [
    '[upl-file uuid=a size=1B]',
    '[/upl-file]',
    '[upl-image-preview url=',
    'alt="',
    '[upl-text-preview uuid=a]',
  ]
  for (const attack of [...attacks, ...tags.flatMap((tag) => hostilePieces.map((piece) => tag + piece))]) {
    expect({ attack, found: disallowedMarkup(typed(attack), [upload]) }).toEqual({ attack, found: [] })
    const inside = `[upl-image-preview uuid=a url="https://a.example/${attack.replace(/["\\]/g, '\\$&')}" alt="${attack.replace(/["\\]/g, '\\$&')}"]`
    expect({ inside, found: disallowedMarkup(typed(inside), [upload]) }).toEqual({ inside, found: [] })
  }
  for (const tag of tags)
    expect(await growthOf((size) => tag.repeat(size), typed, 300)).toBeLessThan(proportionalGrowth)
})
