import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { compileMessages, parseMessages } from './parse.ts'

test('flattens and resolves references through several steps and across trees', () => {
  const texts = compileMessages(
    { core: { ref: { view: 'View', look: '=> core.ref.view' } } },
    { lock: { show: '=> core.ref.look' } },
  )
  expect(texts).toEqual({ 'core.ref.view': 'View', 'core.ref.look': 'View', 'lock.show': 'View' })
})

test('a later tree wins, for references too', () => {
  const texts = compileMessages({ a: { b: '=> a.c', c: 'old' } }, { a: { c: 'new' } })
  expect(texts['a.b']).toBe('new')
})

test('an error names the key of an invalid reference or value', () => {
  expect(() => compileMessages({ a: { b: '=> a.x' } })).toThrow('a.b => a.x')
  expect(() => compileMessages({ a: { b: '=> a.c', c: '=> a.b' } })).toThrow('a.b => a.c => a.b is circular')
  expect(() => compileMessages(parseYaml('a: { b: 3 }'))).toThrow('a.b is not a text')
  expect(() => compileMessages(parseYaml('a: { b: }'))).toThrow('a.b is not a text')
})

test('a text without placeholders stays a string', () => {
  const messages = parseMessages({ plain: 'It’s 3 > 2', quoted: "It''s '{'here'}'", count: '{n, number}' })
  expect(messages.plain).toBe('It’s 3 > 2')
  expect(messages.quoted).toBe("It's {here}")
  expect(messages.count).toBeInstanceOf(Array)
})

test('an error names the key of a text that is not ICU MessageFormat', () => {
  expect(() => parseMessages({ 'a.b': 'Hello {name' })).toThrow('a.b')
  expect(() => parseMessages({ 'a.b': '{n, plural, one {x}}' })).toThrow('a.b')
})

test('the locale files of the core are valid', () => {
  const read = (name: string) =>
    parseYaml(readFileSync(new URL(`../../locale/${name}.yml`, import.meta.url), 'utf8'))
  const texts = compileMessages(read('en'), read('validation'))
  expect(texts['core.forum.log_in.submit_button']).toBe('Log in')
  expect(Object.keys(parseMessages(texts))).toHaveLength(Object.keys(texts).length)
  for (const text of Object.values(texts)) expect(text).not.toMatch(/^\s*$|=>/)
})
