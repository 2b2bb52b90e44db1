import { expect, test } from 'vitest'
import { parseMessages } from './parse.ts'
import { createTranslator, type MessageParam } from './translator.ts'
import { validationMessage } from './validation.ts'

const messages = parseMessages({
  plain: 'Log in',
  hello: 'Hello {name}',
  count: '{count, plural, =0 {none} one {# reply} other {# replies}}',
  gender: '{gender, select, f {her} m {his} other {their}} post',
  link: 'New here? <link>Sign <b>up</b></link>',
  renamed: '{user} renamed {old} to {new}',
  date: '{date, date, ::yMMMd}',
  time: '{date, time, short}',
})
const problems: string[] = []
const { t, rich, has } = createTranslator({
  locale: 'en',
  messages,
  timeZone: 'Asia/Tokyo',
  onProblem: (key) => problems.push(key),
})

test('B338 formats params, plurals, selects, dates and times', () => {
  expect(t('plain')).toBe('Log in')
  expect(t('hello', { name: 'Mira' })).toBe('Hello Mira')
  expect(t('count', { count: 0 })).toBe('none')
  expect(t('count', { count: 1 })).toBe('1 reply')
  expect(t('count', { count: 1200 })).toBe('1,200 replies')
  expect(t('gender', { gender: 'f' })).toBe('her post')
  expect(t('gender', { gender: 'constructor' })).toBe('their post')
  const date = new Date('2026-11-20T20:00:00Z')
  expect(t('date', { date })).toBe('Nov 21, 2026')
  expect(t('time', { date })).toMatch(/^5:00\sAM$/)
})

test('a param is never parsed as markup or as a message', () => {
  expect(t('hello', { name: '<b>{count}</b>' })).toBe('Hello <b>{count}</b>')
})

test('nodes take the place of their params', () => {
  const user = { node: 'user' }
  expect(rich('renamed', { user, old: 'A', new: 'B' })).toEqual([user, ' renamed A to B'])
})

test('tags become the nodes that their functions return', () => {
  const node = (name: string) => (children: unknown[]) => ({ name, children })
  expect(rich<unknown>('link', { link: node('a'), b: node('b') })).toEqual([
    'New here? ',
    { name: 'a', children: ['Sign ', { name: 'b', children: ['up'] }] },
  ])
})

test('B337 a message that is missing or does not fit gives its key and is reported', () => {
  problems.length = 0
  expect(t('core.nothing')).toBe('core.nothing')
  expect(t('constructor')).toBe('constructor')
  expect(t('hello')).toBe('hello')
  expect(t('link')).toBe('link')
  expect(problems).toEqual(['core.nothing', 'constructor', 'hello', 'link'])
  expect(has('toString')).toBe(false)
})

test('the fallback formats with the rules of its own locale', () => {
  const fallback = createTranslator({ locale: 'en', messages })
  const polish = createTranslator({ locale: 'pl', messages: { plain: 'Zaloguj się' }, fallback })
  const params: Record<string, MessageParam> = { count: 1234 }
  expect(polish.t('plain')).toBe('Zaloguj się')
  expect(polish.t('count', params)).toBe('1,234 replies')
  expect(polish.has('count')).toBe(true)
})

test('validation messages name the field and the bounds', () => {
  const translator = createTranslator({
    locale: 'en',
    messages: {
      'validation.min.string': 'The :attribute needs at least :min characters, not :other.',
      'validation.attributes.name_singular': 'singular name',
    },
  })
  expect(validationMessage(translator, 'min.string', 'name_singular', { min: 3 })).toBe(
    'The singular name needs at least 3 characters, not :other.',
  )
  expect(validationMessage(translator, 'min.string', 'custom_less', { min: 1 })).toContain(
    'The custom less needs',
  )
})
