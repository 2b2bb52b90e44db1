import { expectFault } from '@parley/testing/expect-fault'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { combineEndpoints } from './endpoints.ts'
import { combineFields, type Field } from './fields.ts'
import { combineRelations } from './relations.ts'
import { combineResources, type Resource, type Resources } from './resources.ts'

/** Combines the resource `bells` of `gong` with the additions of others. */
function bells(own: object, ...others: object[]): Resource {
  const resources = combineResources([
    { owner: 'gong', section: { bells: { forms: ['basic', 'full'], ...own } } as Resources },
    ...others.map((section, index) => ({ owner: `other${index}`, section: { bells: section } as Resources })),
  ])
  const found = resources.get('bells')
  if (!found) throw new Error('no bells')
  return found
}

const load = async () => new Map()
const set = async () => {}
const toBells = { relations: { next: { to: 'bells', load } } }

describe('resources', () => {
  test('there are none by default', () => {
    expect(combineResources([{ owner: 'gong', section: undefined }]).size).toBe(0)
  })

  test('a declared one has the full form by default', () => {
    const resources = combineResources([
      { owner: 'gong', section: { users: { table: 'users' } } as unknown as Resources },
    ])
    expect(resources.get('users')).toMatchObject({
      type: 'users',
      owner: 'gong',
      table: 'users',
      forms: ['full'],
    })
  })

  test('an addition to a resource without an owner is a fault', () => {
    expectFault('gong', 'resources › bells', 'no such resource', () => bells({ forms: undefined }))
  })

  test('a resource with two owners is a fault of the second', () => {
    expectFault('other0', 'resources › bells', 'already declared by gong', () =>
      bells({}, { table: 'users' }),
    )
  })
})

describe('fields', () => {
  const combine = (field: Field) =>
    combineFields('bells', ['basic', 'full'], [{ owner: 'gong', section: { tone: field } }])

  test('there are none by default', () => {
    expect([...bells({}).fields.keys()]).toEqual([])
  })

  test('a declared one is shown in its form and in fuller ones', () => {
    const fields = {
      tone: { form: 'basic', get: () => 'a' },
      size: { column: 'id' },
      secret: { schema: z.string() },
    }
    const { fieldsOfForm } = bells({ fields })
    expect(fieldsOfForm.get('basic')?.map(([name]) => name)).toEqual(['tone'])
    expect(fieldsOfForm.get('full')?.map(([name]) => name)).toEqual(['tone', 'size'])
  })

  test('the columns of the smallest form are known if all its fields declare what they read', () => {
    const name = { form: 'basic', column: 'name' }
    const tone = { form: 'basic', get: () => 'a', reads: ['pitch', 'name'] }
    const size = { get: () => 1 }
    expect(bells({ fields: { name, tone, size } }).bareColumns).toEqual(['id', 'name', 'pitch'])
    expect(
      bells({ fields: { name } }, { fields: { other: { form: 'basic', get: () => 1 } } }).bareColumns,
    ).toBe(undefined)
    expect(bells({ forms: ['full'], fields: { size } }).bareColumns).toBe(undefined)
  })

  test('other extensions may add fields', () => {
    const { fields } = bells({}, { fields: { tone: { get: () => 'a' } } })
    expect(fields.get('tone')?.owner).toBe('other0')
  })

  test.each<[Field, string]>([
    [{ form: 'tiny', get: () => 1 }, "unknown form 'tiny'; the forms are basic, full"],
    [{ get: () => 1, load }, 'is read in more than one way'],
    [{ column: 'id', get: () => 1, load }, 'is read in more than one way'],
    [{}, 'is neither read nor written'],
    [{ get: () => 1, writable: 'edit' }, 'is writable but has no schema'],
    [{ get: () => 1, refusesConflicts: true }, 'refuses conflicts, but is not both read and written'],
    [{ schema: z.string(), refusesConflicts: true }, 'refuses conflicts, but is not both read and written'],
    [{ get: () => 1, takesNull: true }, 'takes null, but has no schema that does'],
    [{ schema: z.string(), takesNull: true }, 'takes null, but has no schema that does'],
  ])('%# misuse is a fault', (field, reason) => {
    expectFault('gong', 'resources › bells › fields › tone', reason, () => combine(field))
  })

  test('a column may be shown through get', () => {
    expect(combine({ column: 'id', get: () => 1 }).size).toBe(1)
  })
})

describe('abilities', () => {
  test('there are none by default', () => {
    expect(bells({}).fields.has('canRing')).toBe(false)
  })

  test('a declared one is a read-only attribute that the policies decide', () => {
    const field = bells({ abilities: ['ring'] }).fields.get('canRing')
    expect(field?.schema).toBeUndefined()
    const calls: object[] = []
    const actor = {
      can: (ability: string, type: string, row: unknown) => calls.push({ ability, type, row }) > 0,
    }
    expect(field?.get?.({ id: 1 }, { actor } as unknown as Context)).toBe(true)
    expect(calls).toEqual([{ ability: 'ring', type: 'bells', row: { id: 1 } }])
  })

  test('one with the name of a field is a fault', () => {
    expectFault('other0', 'resources › bells › fields › canRing', 'already declared by gong', () =>
      bells({ fields: { canRing: { get: () => true } } }, { abilities: ['ring'] }),
    )
  })
})

describe('relations', () => {
  const combine = (relation: object) =>
    combineRelations('bells', [{ owner: 'gong', section: { next: { to: 'bells', ...relation } } }])

  test('there are none by default', () => {
    expect(bells({}).relations.size).toBe(0)
  })

  test('one that leads to an unknown resource is a fault', () => {
    expectFault(
      'other0',
      'resources › bells › relations › next',
      "leads to 'gongs', which is no resource",
      () => bells({}, { relations: { next: { to: 'gongs', load } } }),
    )
  })

  test('a declared one is there', () => {
    expect(bells(toBells).relations.get('next')).toMatchObject({ to: 'bells', owner: 'gong' })
  })

  test.each([
    [{}, 'needs either a key or a load function'],
    [{ key: 'id', load }, 'needs either a key or a load function'],
    [{ key: 'id', many: true }, 'is to-many and so cannot be a foreign key'],
    [{ key: 'id', comesFirst: true }, 'comes first, but has no load function'],
    [{ load, write: { ability: 'ring' } }, 'is written, but has no set'],
    [{ to: '*', loadAny: load, write: { set } }, 'is written, but leads to several types'],
    [{ load, many: true, write: { set, takesNull: true } }, 'is to-many and so does not take null'],
    [{ load, write: { set, isRequired: true, at: 'update' } }, 'is required, but no creation takes it'],
  ])('%# misuse is a fault', (relation, reason) => {
    expectFault('gong', 'resources › bells › relations › next', reason, () => combine(relation))
  })
})

describe('endpoints', () => {
  test('there are none by default', () => {
    expect(bells({}).endpoints).toEqual({})
  })

  test('declared ones of several extensions are combined', () => {
    const { endpoints } = bells({ endpoints: { index: { limit: null } } }, { endpoints: { show: {} } })
    expect(endpoints).toEqual({ index: { limit: null }, show: {} })
  })

  test('one declared twice is a fault of the second', () => {
    expectFault('other0', 'resources › bells › endpoints › show', 'already declared', () =>
      combineEndpoints('bells', [
        { owner: 'gong', section: { show: {} } },
        { owner: 'other0', section: { show: {} } },
      ]),
    )
  })
})

describe('includes', () => {
  const show = (include?: object) => ({ endpoints: { show: { include } } })

  test('there are none by default', () => {
    const { default: included, allowed } = bells({ ...toBells, ...show() }).includes.show
    expect({ included, allowed: [...allowed] }).toEqual({ included: [], allowed: [] })
  })

  test('those of the endpoint and those of other extensions are combined', () => {
    const { includes } = bells(
      { ...toBells, ...show({ default: ['next'], optional: ['next.next'] }) },
      { relations: { first: { to: 'bells', load } }, defaultInclude: { show: ['first', 'next'] } },
    )
    expect(includes.show.default).toEqual(['next', 'first'])
    expect([...includes.show.allowed]).toEqual(['next', 'first', 'next.next'])
    expect(includes.index.default).toEqual([])
  })

  test('what any request may include is in all endpoints, and behind relations that they include', () => {
    const next = { ...toBells, ...show({ default: ['next'] }) }
    const { includes } = bells(next, { relations: { echo: { to: 'bells', load } }, include: ['echo'] })
    expect(includes.show.default).toEqual(['next'])
    expect([...includes.show.allowed]).toEqual(['next', 'echo', 'next.echo'])
    expect([...includes.update.allowed]).toEqual(['echo'])
    expect([...bells(next).includes.update.allowed]).toEqual([])
  })

  test('any request may include what a path leads to', () => {
    const next = { ...toBells, ...show({ default: ['next'] }) }
    const { includes } = bells(next, {
      relations: { echo: { to: 'bells', load } },
      include: ['echo', 'echo.next'],
    })
    expect([...includes.show.allowed]).toEqual(['next', 'echo', 'echo.next', 'next.echo', 'next.echo.next'])
    expect([...includes.update.allowed]).toEqual(['echo', 'echo.next'])
  })

  test('including what is no relation anywhere is a fault', () => {
    for (const path of ['echo', 'echo.next'])
      expectFault('other0', 'resources › bells › include', "'echo' is no relation", () =>
        bells(toBells, { include: [path] }),
      )
    expectFault('gong', 'resources › bells › index', "cannot include 'next.last'", () =>
      bells(toBells, { include: ['next.last'] }),
    )
  })

  test('a path that leads nowhere is a fault', () => {
    expectFault('gong', 'resources › bells › show', "cannot include 'next.last'", () =>
      bells({ ...toBells, ...show({ default: ['next.last'] }) }),
    )
  })
})

describe('sorts, filters, pinned rows', () => {
  test('there are none by default', () => {
    const { sorts, filters, pinned } = bells({})
    expect(sorts.size).toBe(0)
    expect(filters.size).toBe(0)
    expect(pinned).toEqual([])
  })

  test('declared ones are there', () => {
    const pinned = () => undefined
    const found = bells({ sorts: { age: 'id' } }, { filters: { loud: { value: 'any' } }, pinned })
    expect(found.sorts.get('age')).toBe('id')
    expect([...found.filters.keys()]).toEqual(['loud'])
    expect(found.pinned).toEqual([pinned])
  })

  test('a sort declared twice is a fault of the second', () => {
    expectFault('other0', 'resources › bells › sorts › age', 'already declared by gong', () =>
      bells({ sorts: { age: 'id' } }, { sorts: { age: 'id' } }),
    )
  })
})
