import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { combineResources, type Resource, type Resources } from './resources.ts'

const field = { column: 'id', schema: z.string() }

/** Combines the resource `bells` of `gong`, which has the field `own`, with the additions of others. */
function bells(...others: object[]): Resource {
  const own = { forms: ['full'], fields: { own: field } }
  const resources = combineResources([
    { owner: 'gong', section: { bells: own } as unknown as Resources },
    ...others.map((section, index) => ({ owner: `other${index}`, section: { bells: section } as Resources })),
  ])
  return resources.get('bells') as Resource
}

const set = () => ({})
const fields = { tone: field, size: field }
const joint = { fields: ['tone', 'size'], set }
const writes = (rules: object) => ({ fields, writes: rules })

test('there are no rules about writes by default', () => {
  const { together, checks, initial } = bells().writes
  expect([together.size, checks.length, initial.size]).toEqual([0, 0, 0])
})

test('declared ones of several extensions are combined in their order', () => {
  const [one, two] = [() => [], () => []]
  const { together, checks, initial } = bells(
    writes({ together: { sound: joint }, check: one, initial: { tone: set } }),
    { writes: { check: two, initial: { size: set } } },
  ).writes
  expect(together.get('sound')).toEqual({ ...joint, owner: 'other0' })
  expect(checks).toEqual([one, two])
  expect([...initial.keys()]).toEqual(['tone', 'size'])
})

test.each<[string, string, object[]]>([
  [
    'together › sound',
    "'loud' is no field that can be written",
    [writes({ together: { sound: { fields: ['loud'], set } } })],
  ],
  [
    'together › sound',
    "'own' is a field of gong",
    [writes({ together: { sound: { fields: ['own'], set } } })],
  ],
  [
    'together › sound',
    "'tone' has a change of its own",
    [{ fields: { tone: { ...field, set } }, writes: { together: { sound: { fields: ['tone'], set } } } }],
  ],
  [
    'together › second',
    "'tone' is part of another change",
    [writes({ together: { first: { fields: ['tone'], set }, second: { fields: ['tone'], set } } })],
  ],
  [
    'together › sound',
    "'loud' is no field that can be written",
    [writes({ together: { sound: { ...joint, follows: ['loud'] } } })],
  ],
  [
    'together › sound',
    "'tone' is a field of the extension itself",
    [writes({ together: { sound: { ...joint, follows: ['tone'] } } })],
  ],
  ['together › sound', 'has no set', [writes({ together: { sound: { fields: ['tone'] } } })]],
  ['check', 'is not a function', [writes({ check: true })]],
  ['initial › tone', 'is not a function', [writes({ initial: { tone: true } })]],
])('%s: a rule that %s is a fault', (section, reason, others) => {
  expectFault('other0', `resources › bells › writes › ${section}`, reason, () => bells(...others))
})

test('a column that two extensions decide is a fault of the second', () => {
  const initial = { initial: { tone: set } }
  expectFault('other1', 'resources › bells › writes › initial › tone', 'already declared by other0', () =>
    bells(writes(initial), { writes: initial }),
  )
})

test('an attribute that two extensions declare is a fault of the second', () => {
  expectFault('other1', 'resources › bells › fields › tone', 'already declared by other0', () =>
    bells({ fields }, { fields }),
  )
})
