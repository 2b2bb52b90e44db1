import { expect, test } from 'vitest'
import { makeRepository, manifest } from '../fixture.ts'
import { localeKeys } from './locale-keys.ts'

const english = 'core:\n  forum:\n    title: Forum\n    home: => core.ref.home\n  ref:\n    home: Home\n'
const both = "t('core.forum.title'); t('core.forum.home')\n"

async function messages(files: Record<string, string>): Promise<string[]> {
  const faults = await localeKeys.find(
    makeRepository({
      'packages/shared/locale/en.yml': english,
      'packages/client/src/both.ts': both,
      ...files,
    }),
  )
  return faults.map(({ file, line, message }) => `${file}:${line} ${message}`)
}

test('keys that exist and are used, also through a reference, are fine', async () => {
  expect(await messages({})).toEqual([])
})

test('an unknown key in the code is reported', async () => {
  expect(await messages({ 'packages/client/src/a.tsx': '<Text\n id="core.forum.titel" />' })).toEqual([
    'packages/client/src/a.tsx:2 no locale file has core.forum.titel',
  ])
})

test('an unused key is reported; uses in tests do not count', async () => {
  const found = await messages({
    'packages/shared/locale/en.yml': `${english}  lib:\n    ok: OK\n`,
    'packages/client/src/a.test.ts': "t('core.lib.ok'); t('core.never')",
  })
  expect(found).toEqual(['packages/shared/locale/en.yml:8 nothing uses core.lib.ok'])
})

test('a template uses all keys that match it and must match at least one', async () => {
  const more = `${english}  error:\n    a_text: A\n    b_text: B\n    a_title: A\n  day:\n    one: 1\n    two: 2\n    three: 3\n`
  const found = await messages({
    'packages/shared/locale/en.yml': more,
    'packages/client/src/a.ts':
      't(`core.error.@{code}_text`)\nt(`core.day.@{x ? "one" : "two"}`)\nt(`core.gone.@{x}`)'.replaceAll(
        '@',
        '$',
      ),
  })
  expect(found).toEqual([
    'packages/client/src/a.ts:3 no locale file has core.gone.…',
    expect.stringContaining('nothing uses core.error.a_title'),
    expect.stringContaining('nothing uses core.day.three'),
  ])
})

test('the key of a mail uses its subject and its body', async () => {
  const more = `${english}  email:\n    hello:\n      subject: Hello\n    bye:\n      subject: Bye\n      body: Bye\n`
  const found = await messages({
    'packages/shared/locale/en.yml': more,
    'packages/server/src/a.ts': "send('core.email.hello', 'core.email.bye')",
  })
  expect(found).toEqual(['packages/server/src/a.ts:1 no locale file has core.email.hello.body'])
})

test('a reference to an unknown key is reported', async () => {
  const found = await messages({
    'packages/shared/locale/en.yml': english.replace('=> core.ref.home', '=> core.ref.house'),
  })
  expect(found).toEqual([
    'packages/shared/locale/en.yml:4 core.forum.home points to core.ref.house, which does not exist',
    'packages/shared/locale/en.yml:6 nothing uses core.ref.home',
  ])
})

test('an extension’s keys must begin with its id; its columns and settings are no keys', async () => {
  const found = await messages({
    'extensions/tags/package.json': manifest('@parley/tags'),
    'extensions/tags/locale/en.yml': 'tags:\n  forum:\n    all: All tags\nother:\n  x: X\n',
    'extensions/tags/client.tsx':
      "t('tags.forum.all'); select('tags.id'); t('other.x'); t('tags.forum.none')",
  })
  expect(found).toEqual([
    'extensions/tags/locale/en.yml:5 other.x must begin with tags.',
    'extensions/tags/client.tsx:1 no locale file has tags.forum.none',
  ])
})
