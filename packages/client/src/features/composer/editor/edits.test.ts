import { expect, test } from 'vitest'
import { type Edit, isWrapped, prefixEdit, wrapEdit } from './edits.ts'

/** A text with its selection in brackets, or a caret as `|`. */
function parse(marked: string) {
  const caret = marked.indexOf('|')
  if (caret !== -1) return { text: marked.replace('|', ''), selection: { start: caret, end: caret } }
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  return { text: marked.replace(/[[\]]/g, ''), selection: { start, end } }
}

function apply(text: string, edit: Edit): string {
  const changed = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  const { start, end } = edit.selection
  if (start === end) return `${changed.slice(0, start)}|${changed.slice(start)}`
  return `${changed.slice(0, start)}[${changed.slice(start, end)}]${changed.slice(end)}`
}

const wrap = (marked: string, mark: string, placeholder = '') => {
  const selected = parse(marked)
  return apply(selected.text, wrapEdit(selected, mark, mark, placeholder))
}

test.each([
  ['a [word] here', '**', 'a **[word]** here'],
  ['a [word ]here', '**', 'a **[word]** here'],
  ['a **[word]** here', '**', 'a [word] here'],
  ['a [**word**] here', '**', 'a [word] here'],
  ['a **[word]** here', '*', 'a ***[word]*** here'],
  ['a ***[word]*** here', '*', 'a **[word]** here'],
  ['a ***[word]*** here', '**', 'a *[word]* here'],
  ['a |', '*', 'a *|*'],
  ['[نص]', '**', '**[نص]**'],
])('%s surrounded by %s is %s', (marked, mark, expected) => {
  expect(wrap(marked, mark)).toBe(expected)
})

test('an empty selection gets the placeholder, which is selected', () => {
  expect(wrap('a |', '**', 'bold')).toBe('a **[bold]**')
})

test('knows what the selection is surrounded by', () => {
  expect(isWrapped(parse('**[a]**'), '**', '**')).toBe(true)
  expect(isWrapped(parse('**[a]**'), '*', '*')).toBe(false)
  expect(isWrapped(parse('***[a]***'), '*', '*')).toBe(true)
  expect(isWrapped(parse('[a]'), '*', '*')).toBe(false)
  expect(isWrapped(parse('>![[a]'), '>!', '!<')).toBe(false)
})

const prefix = (marked: string, prefixOf: (index: number) => string = () => '> ') => {
  const selected = parse(marked)
  return apply(selected.text, prefixEdit(selected, prefixOf))
}

test.each([
  ['one\nt|wo\nthree', 'one\n> t|wo\nthree'],
  ['one\n> t|wo', 'one\nt|wo'],
  ['|', '> |'],
  ['o[ne\ntw]o\nthree', '[> one\n> two]\nthree'],
  // The line that the selection ends before stays as it is.
  ['[one\n]two', '[> one]\ntwo'],
  ['[> one\ntwo]', '[> > one\n> two]'],
  ['[> one\n> two]', '[one\ntwo]'],
])('the lines of %j get a prefix: %j', (marked, expected) => {
  expect(prefix(marked)).toBe(expected)
})

test('lines are numbered', () => {
  expect(prefix('[one\ntwo]', (index) => `${index + 1}. `)).toBe('[1. one\n2. two]')
  expect(prefix('[1. one\n2. two]', (index) => `${index + 1}. `)).toBe('[one\ntwo]')
})
