import { expect, test } from 'vitest'
import { findPlaces, type Place } from './find-places.ts'

const place = (key: string, label: string, ...texts: string[]): Place => ({
  key,
  label,
  icon: 'gear',
  path: `/admin/basics?setting=${key}`,
  texts,
})

const places = [
  place('forum_title', 'Forum title', 'Shown in the header, in browser tabs and in mails.', 'name rename'),
  place(
    'allow_sign_up',
    'Let visitors sign up',
    'Off, only administrators create accounts.',
    'registration close switch off',
  ),
  place(
    'default_locale',
    'Default language',
    'Where the forum does not know the reader’s language.',
    'locale translation',
  ),
  place('mail_host', 'Host', 'Where mails are sent from. Switch it off in the list.', 'smtp server'),
  place('zh', '默认语言', '访客看到的语言。', '翻译'),
]

const keysFor = (question: string) => findPlaces(places, question).map(({ key }) => key)

test('a question finds the setting that it is about first', () => {
  expect(keysFor('where do I switch off sign-up?')[0]).toBe('allow_sign_up')
  expect(keysFor('how can I rename the forum')[0]).toBe('forum_title')
})

test('a word finds by label, help and keywords, a label first', () => {
  expect(keysFor('registration')).toEqual(['allow_sign_up'])
  expect(keysFor('langu')).toEqual(['default_locale'])
  expect(keysFor('SMTP')).toEqual(['mail_host'])
})

test('words of scripts without spaces are found inside a text', () => {
  expect(keysFor('语言')).toEqual(['zh'])
})

test('nothing is found for other words, small words and no words', () => {
  expect(keysFor('xylophone')).toEqual([])
  expect(keysFor('I a')).toEqual([])
  expect(keysFor('  ')).toEqual([])
})
