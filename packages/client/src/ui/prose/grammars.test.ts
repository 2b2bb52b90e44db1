import { expect, test } from 'vitest'
import { grammars, highlight, learn } from './grammars.ts'
import { findLanguage, languages } from './languages.ts'

const code = `<b class="x">&amp; 'a' "b" \`c\` # d // e\n\tif (1 < 2) { return /* é 🦀 */ $f(3.5) } -- g\n`

test('every language that a word means can be loaded, and colours no letter away', async () => {
  expect(new Set(languages.values())).toEqual(new Set(Object.keys(grammars)))
  for (const name of Object.keys(grammars)) {
    await learn(name)
    const html = highlight(code, name)
    expect(html.replace(/<span class="[\w -]+">|<\/span>/g, ''), name).not.toMatch(/[<>]/)
    expect(textOf(html), name).toBe(code)
  }
})

test('languages inside of others are there as well', async () => {
  for (const [name, { inside = [] }] of Object.entries(grammars)) {
    for (const other of inside) expect(grammars, `${other} in ${name}`).toHaveProperty([other])
  }
  await learn('xml')
  expect(highlight('<style>p { color: red }</style>', 'xml')).toContain('hljs-attribute')
})

test('words mean one language each, however they are written', () => {
  expect(findLanguage('TS')).toBe('typescript')
  expect(findLanguage('c++')).toBe('cpp')
  expect(findLanguage('HTML')).toBe('xml')
  for (const word of ['', 'unheard-of', 'constructor', '__proto__'])
    expect(findLanguage(word)).toBeUndefined()
})

test('a language that is not there is refused', async () => {
  await expect(learn('unheard-of')).rejects.toThrow('There is no language "unheard-of".')
})

function textOf(html: string): string {
  const characters: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#x27;': "'",
    '&amp;': '&',
  }
  return html.replace(/<[^>]*>/g, '').replace(/&[#\w]+;/g, (entity) => characters[entity] ?? entity)
}
