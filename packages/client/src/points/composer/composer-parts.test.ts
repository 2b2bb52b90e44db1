import { expect, test } from 'vitest'
import type { ComposerExtension, EditorCommand } from './composer-extension.ts'
import { combineComposerParts } from './composer-parts.ts'
import { ariaKey, matchesKey } from './key-spec.ts'

const field = { appliesTo: () => true, initial: () => [], restore: () => [] }
const completion = { trigger: '@', source: () => [], keyOf: String, Row: () => null, insert: String }
const command = (values: Partial<EditorCommand> = {}): EditorCommand => ({
  label: 'x',
  icon: 'x',
  run: () => {},
  ...values,
})
const core: ComposerExtension = {
  fields: { title: field },
  commands: { bold: command({ key: 'Mod+b' }) },
}

/** Combines the core's parts and those of one extension. */
function combine(extension: ComposerExtension) {
  const faults: string[] = []
  const parts = combineComposerParts(
    [
      { id: undefined, extension: core },
      { id: 'odd', extension },
      { id: 'late', extension: { steps: { terms: () => undefined } } },
    ],
    (id, error) => faults.push(`${id}: ${(error as Error).message}`),
  )
  return { parts, faults }
}

test('parts are listed by section, in the order of the extensions', () => {
  const { parts, faults } = combine({
    fields: { labels: field },
    steps: { labels: () => undefined, again: () => undefined },
    completions: { people: completion },
    attachments: { files: { accept: ['image/*', '.pdf', '*'], upload: async () => '' } },
  })
  expect(faults).toEqual([])
  expect(parts.fields.map(({ name, extension }) => [name, extension])).toEqual([
    ['title', undefined],
    ['labels', 'odd'],
  ])
  expect(parts.steps.map(({ name }) => name)).toEqual(['labels', 'again', 'terms'])
  expect(parts.completions).toHaveLength(1)
  expect(parts.attachments).toHaveLength(1)
  expect(parts.keys).toEqual([])
})

test.each<[string, ComposerExtension, string]>([
  ['a field of the core', { fields: { title: field } }, 'fields › title: the core has a field of this name.'],
  [
    'a trigger of letters',
    { completions: { a: { ...completion, trigger: 'a' } } },
    'completions › a: "a" is not',
  ],
  [
    'a long trigger',
    { completions: { a: { ...completion, trigger: '::' } } },
    'completions › a: "::" is not',
  ],
  ['too many rows', { completions: { a: { ...completion, limit: 21 } } }, 'limit is from 1 to 20'],
  ['no rows', { completions: { a: { ...completion, limit: 0 } } }, 'limit is from 1 to 20'],
  ['a key without Mod', { commands: { a: command({ key: 'b' }) } }, 'commands › a: "b" is no key'],
  ['a key that is taken', { commands: { a: command({ key: 'Mod+b' }) } }, 'Mod+b is the key of bold'],
  ['no type of file', { attachments: { a: { accept: [], upload: async () => '' } } }, 'accept has types'],
  [
    'an odd type of file',
    { attachments: { a: { accept: ['image'], upload: async () => '' } } },
    'accept has types',
  ],
])('misuse is reported, and the extension has no parts: %s', (_, faulty, message) => {
  const { parts, faults } = combine({ steps: { first: () => undefined }, ...faulty })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain('odd › composer › ')
  expect(faults[0]).toContain(message)
  // Neither its faulty part nor its others, and those of the next extension stay.
  expect(parts.steps.map(({ name }) => name)).toEqual(['terms'])
  expect(parts.fields).toHaveLength(1)
  expect(parts.commands).toHaveLength(1)
})

test('a fault of the core is an error', () => {
  const extension = { commands: { a: command({ key: 'b' }) } }
  expect(() => combineComposerParts([{ id: undefined, extension }], () => {})).toThrow('no key')
})

const press = { key: 'b', code: 'KeyB', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }

test('a key is known by its letter, and by its place on keyboards of other scripts', () => {
  expect(matchesKey(press, 'Mod+b')).toBe(true)
  expect(matchesKey({ ...press, ctrlKey: false, metaKey: true }, 'Mod+b')).toBe(true)
  expect(matchesKey({ ...press, key: 'и' }, 'Mod+b')).toBe(true)
  expect(matchesKey({ ...press, key: '&', code: 'Digit7', shiftKey: true }, 'Mod+Shift+7')).toBe(true)
  // On a Dvorak keyboard the place of B has another letter.
  expect(matchesKey({ ...press, key: 'x' }, 'Mod+b')).toBe(false)
  for (const other of [{ ctrlKey: false }, { metaKey: true }, { altKey: true }, { shiftKey: true }])
    expect(matchesKey({ ...press, ...other }, 'Mod+b')).toBe(false)
  expect(ariaKey('Mod+Shift+x')).toBe('Control+Shift+X Meta+Shift+X')
})
