import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { translations } from './translations.ts'

const english = `core:
  hello: Hello {name}
  posts: "{count, plural, one {# post} other {# posts}}"
  link: Go <a>there</a>
  again: => core.hello
`

function repository(german: string) {
  return makeRepository({
    'packages/shared/locale/en.yml': english,
    'packages/shared/locale/de.yml': german,
  })
}

const found = (german: string) => translations.find(repository(german))
const notes = (german: string) => translations.notes?.(repository(german))

const complete = `core:
  hello: Hallo {name}
  posts: "{count, plural, one {# Beitrag} other {# Beiträge}}"
  link: Geh <a>dorthin</a>
  again: => core.hello
`

test('a complete translation has neither faults nor notes', async () => {
  expect(await found(complete)).toEqual([])
  expect(notes(complete)).toEqual([])
})

test('keys and parameters that English lacks are faults', async () => {
  const german =
    'core:\n  hello: Hallo {nome}\n  posts: "{count, plural, one {1} other {<b>#</b> {x}}}"\n  bye: Tschüss\n'
  expect((await found(german)).map(({ line, message }) => `${line} ${message}`)).toEqual([
    '2 core.hello has no parameter nome in English',
    '3 core.posts has no parameter b in English',
    '3 core.posts has no parameter x in English',
    '4 core.bye does not exist in English',
  ])
})

test('counts have all plural categories of their language', async () => {
  const forms = ['zero {# z}', 'one {o}', 'two {t}', 'few {# f}', 'many {# m}', 'other {# o}']
  const posts = (categories: readonly string[]) => `"{count, plural, ${categories.join(' ')}}"`
  const arabic = (text: string) =>
    translations.find(
      makeRepository({
        'packages/shared/locale/en.yml': english,
        'packages/shared/locale/ar.yml': `core:\n  posts: ${text}\n`,
      }),
    )
  expect(await arabic(posts(forms))).toEqual([])
  expect(
    (await arabic(posts(forms.slice(1, -2).concat('other {# o}')))).map(({ message }) => message),
  ).toEqual(['core.posts lacks the plural category zero', 'core.posts lacks the plural category many'])
  // Words that agree with a count that is not shown need fewer.
  expect(await arabic(posts(['one {o}', 'other {p}']))).toEqual([])
})

test('extensions are expected to have the languages of the core, and may have others', async () => {
  const files = {
    'packages/shared/locale/en.yml': english,
    'packages/shared/locale/de.yml': complete,
    'extensions/lock/package.json': '{}',
    'extensions/lock/locale/en.yml': 'lock:\n  locked: "{name} locked"\n  unlocked: Unlocked\n',
  }
  const lock = (locale: string, text: string) =>
    makeRepository({ ...files, [`extensions/lock/locale/${locale}.yml`]: text })
  const german = lock('de', 'lock:\n  locked: "{nome} sperrte"\n  unlocked: Entsperrt\n')
  expect(await translations.find(german)).toEqual([
    {
      file: 'extensions/lock/locale/de.yml',
      line: 2,
      message: 'lock.locked has no parameter nome in English',
    },
  ])
  expect(translations.notes?.(german)).toEqual([])
  expect(translations.notes?.(lock('fr', 'lock:\n  locked: "{name} a verrouillé"\n'))).toEqual([
    { file: 'extensions/lock/locale/de.yml', message: '2 missing: lock.locked, lock.unlocked' },
    { file: 'extensions/lock/locale/fr.yml', message: '1 missing: lock.unlocked' },
  ])
})

test('missing translations are listed as a note', () => {
  expect(notes('core:\n  hello: Hallo\n')).toEqual([
    { file: 'packages/shared/locale/de.yml', message: '3 missing: core.posts, core.link, core.again' },
  ])
})
