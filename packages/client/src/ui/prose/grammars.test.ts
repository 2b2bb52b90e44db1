import { expect, test } from 'vitest'
import { grammars, highlight, loadLanguage } from './grammars.ts'
import { findLanguage, languages } from './languages.ts'

const code = `<b class="x">&amp; 'a' "b" \`c\` # d // e\n\tif (1 < 2) { return /* é 🦀 */ $f(3.5) } -- g\n`

test('loads every language, and highlights without losing text', async () => {
  expect(new Set(languages.values())).toEqual(new Set(Object.keys(grammars)))
  for (const name of Object.keys(grammars)) {
    await loadLanguage(name)
    const html = highlight(code, name)
    expect(html.replace(/<span class="[\w -]+">|<\/span>/g, ''), name).not.toMatch(/[<>]/)
    expect(textOf(html), name).toBe(code)
  }
})

test('loads the languages embedded in others', async () => {
  for (const [name, { embedded = [] }] of Object.entries(grammars)) {
    for (const other of embedded) expect(grammars, `${other} in ${name}`).toHaveProperty([other])
  }
  await loadLanguage('xml')
  expect(highlight('<style>p { color: red }</style>', 'xml')).toContain('hljs-attribute')
})

test('each word names one language, in upper or lower case', () => {
  expect(findLanguage('TS')).toBe('typescript')
  expect(findLanguage('c++')).toBe('cpp')
  expect(findLanguage('HTML')).toBe('xml')
  for (const word of ['', 'unheard-of', 'constructor', '__proto__'])
    expect(findLanguage(word)).toBeUndefined()
})

test('rejects an unknown language', async () => {
  await expect(loadLanguage('unheard-of')).rejects.toThrow(
    'There is no grammar for the language "unheard-of".',
  )
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
