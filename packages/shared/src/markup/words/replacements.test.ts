import { growthOf, proportionalGrowth } from '@parley/testing/growth'
import { people } from '@parley/testing/markup'
import { expect, test } from 'vitest'
import { createMarkup, element, type MarkupSyntax } from '../index.ts'

const picture = (alt: string) =>
  element('span', { class: 'picture' }, [element('img', { src: '/a.png', alt })])
const html = (alt: string) => `<span class="picture"><img src="/a.png" alt="${alt}"></span>`

const smiles: MarkupSyntax = {
  name: 'smiles',
  version: 1,
  elements: { span: { class: ['picture'] } },
  replacements: { ':D': '😃', ':P': '😛' },
}
const markup = createMarkup({ baseUrl: 'https://forum.example', syntaxes: [smiles, people] })

/** Renders a source with one picture for each word. */
function rendered(source: string, ...words: string[]): string {
  const replacements = markup.compileReplacements(
    Object.fromEntries(words.map((word) => [word, picture(word)])),
  )
  const stored = markup.renderStored(markup.parse(source))
  return markup.fill(stored, { replacements, facts: () => ({ name: ':a:' }) }).trim()
}

test.each([
  [
    'the longest word wins, whatever stands first',
    ':P :Party: :Par',
    [':Party:', ':Par'],
    `😛 ${html(':Party:')} ${html(':Par')}`,
  ],
  ['a word that does not end is none', ':Part', [':Party:'], '😛art'],
  [
    'words that contain each other',
    'aba abab',
    ['ab', 'aba', 'b'],
    `${html('aba')} ${html('aba')}${html('b')}`,
  ],
  [
    'words that HTML escapes',
    '<3 a&b "x"',
    ['<3', '&', '"x"'],
    `${html('&lt;3')} a${html('&amp;')}b ${html('&quot;x&quot;')}`,
  ],
  ['no part of an entity', '&amp; &lt; <', ['amp', 'lt', 'a', ';'], '&amp; &lt; &lt;'],
  ['words of Markdown that stayed text', '2*3 a_b', ['*3', '_'], `2${html('*3')} a${html('_')}b`],
  ['a given word replaces that of a syntax', ':D', [':D'], html(':D')],
  [
    'inside emphasis, links and quotations',
    '**:a:** [:a:](/x)',
    [':a:'],
    `<strong>${html(':a:')}</strong> <a href="/x">${html(':a:')}</a>`,
  ],
  ['what a replacement has is not replaced', ':a:', [':a:', 'a', 'span', 'img'], html(':a:')],
  ['no names of tags and attributes', '**a** p', ['strong', 'p>', '<'], '<strong>a</strong> p'],
  ['expressions are words', '.* $& \\\\d', ['.*', '$&'], `${html('.*')} ${html('$&amp;')} \\d`],
])('%s', (_, source, words, expected) => {
  expect(rendered(source, ...words)).toBe(`<p>${expected}</p>`)
})

test.each([
  ['code', '`:a:` and ``x :a:``', '<code>:a:</code> and <code>x :a:</code>'],
  ['a target', '[x](/:a: "t :a:")', '<a href="/:a:" title="t :a:">x</a>'],
  ['an image', '![:a:](/:a:.png)', '<img src="/:a:.png" alt=":a:" loading="lazy">'],
  [
    'an address',
    'https://forum.example/:a:/',
    '<a href="https://forum.example/:a:/">https://forum.example/:a:/</a>',
  ],
  ['a mail address', 'x+aa+y@b.c', '<a href="mailto:x+aa+y@b.c">x+aa+y@b.c</a>'],
  ['a reference', '@"b"#1', '<a href="/u/1" class="Person">@:a:</a>'],
  ['a backslash', '\\:a: :a\\:', ':a: :a:'],
  ['an entity', '&#58;a: :a&colon;', ':a: :a:'],
])('%s keeps the word', (_, source, expected) => {
  expect(rendered(source, ':a:', '+aa+')).toBe(`<p>${expected}</p>`)
})

test('blocks of code keep the word', () => {
  expect(rendered('```\n:a:\n```\n:a:', ':a:')).toBe(
    `<pre tabindex="0"><code>:a:\n</code></pre>\n<p>${html(':a:')}</p>`,
  )
})

test('a word is no part of what readers see as one character', () => {
  expect(rendered('👍 👍🏽 👨‍👍 é', '👍', 'e')).toBe(`<p>${html('👍')} 👍🏽 👨‍👍 é</p>`)
})

test('stored HTML has the words as typed, so that a change needs no new rendering', () => {
  const stored = markup.renderStored(markup.parse(':D \\:D'))
  expect(markup.fill(stored)).toBe('<p>😃 :D</p>\n')
  expect(markup.fill(stored, { replacements: markup.compileReplacements({ ':D': 'x' }) })).toBe(
    '<p>x :D</p>\n',
  )
  expect(createMarkup().fill(stored)).toBe('<p>:D :D</p>\n')
})

test('the first thousand words of a text become elements, and texts replace all', () => {
  const shown = rendered(':a: :D '.repeat(1100), ':a:')
  expect(shown.split(html(':a:')).length - 1).toBe(1000)
  expect(shown.split(' :a: ').length - 1).toBe(100)
  expect(shown.split('😃').length - 1).toBe(1100)
})

test('what is no allowed element stays out', () => {
  const replacements = markup.compileReplacements({
    x: element('span', { class: 'other', onclick: 'alert(1)' }, [
      element('img', { src: 'javascript:alert(1)' }),
    ]),
  })
  expect(markup.fill('<p>x</p>', { replacements })).toBe('<p><span><img></span></p>')
})

test('ten thousand words in a text, and words with long beginnings in common, take proportional time', async () => {
  const words = Array.from({ length: 2000 }, (_, index) => `:${'party_'.repeat(40)}${index}:`)
  const replacements = markup.compileReplacements(Object.fromEntries(words.map((word) => [word, 'x'])))
  const make = (size: number) => `:${'party_'.repeat(40)} ${words[7]}`.repeat(size)
  const render = (text: string) => markup.fill(`<p>${text}</p>`, { replacements })
  expect(render(make(10_000)).split(' x').length).toBe(10_001)
  expect(await growthOf(make, render, 300)).toBeLessThan(proportionalGrowth)
})
