import { expectFault } from '@parley/testing/expect-fault'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { combineRoutes, type Route } from '../requests/routes.ts'
import { combineSettings } from '../settings/settings.ts'
import type { RouteDescription, WriteDescription } from './described.ts'
import { combineFields, type Field } from './fields.ts'
import { combineResources, type Resources } from './resources.ts'

describe('the JSON type of a field', () => {
  const combine = (field: Field) =>
    combineFields('bells', ['full'], [{ owner: 'gong', section: { tone: field } }])

  test('is optional', () => {
    expect(combine({ get: () => 1 }).get('tone')?.json).toBeUndefined()
  })

  test('is the declared one, and boolean for abilities', () => {
    expect(combine({ get: () => 1, json: 'integer?' }).get('tone')?.json).toBe('integer?')
    const bells = { forms: ['full'], abilities: ['ring'] }
    const resources = combineResources([{ owner: 'gong', section: { bells } as unknown as Resources }])
    expect(resources.get('bells')?.fields.get('canRing')?.json).toBe('boolean')
  })

  test('is a fault if it does not exist, or if the field is not read', () => {
    const types =
      'any, string, string?, integer, integer?, number, number?, boolean, boolean?, date, date?, array, array?, object, object?'
    expectFault(
      'gong',
      'resources › bells › fields › tone',
      `'text' is no JSON type; the types are ${types}`,
      () => combine({ get: () => 1, json: 'text' } as unknown as Field),
    )
    expectFault('gong', 'resources › bells › fields › tone', 'has a JSON type but is not read', () =>
      combine({ schema: z.unknown(), json: 'string' }),
    )
  })

  test('is allowed for public settings only', () => {
    const setting = { schema: z.string(), default: 'red', json: 'string' } as const
    const declare = (section: object) => () =>
      combineSettings([{ owner: 'paint', section: { color: section } as never }])
    expect(declare({ ...setting, public: true })().get('color')?.json).toBe('string')
    expectFault('paint', 'settings › color', 'has a JSON type but is not read', declare(setting))
  })
})

test('a schema that JSON Schema cannot express is a fault', () => {
  const named = z.object({ tone: z.string().meta({ id: 'tone' }) })
  const reason = 'has a schema that JSON Schema cannot express: it has parts with an id'
  expectFault('gong', 'resources › bells › fields › tone', reason, () =>
    combineFields('bells', ['full'], [{ owner: 'gong', section: { tone: { schema: named } } }]),
  )
  const answers = { 200: { json: named } }
  const route: Route = { method: 'GET', path: '/ring', run: () => ({ status: 204, empty: true }) }
  expectFault('gong', 'routes › GET /ring › describes', reason, () =>
    combineRoutes([{ owner: 'gong', section: [{ ...route, describes: { summary: 'Ring', answers } }] }]),
  )
})

describe('the description of a write', () => {
  const declare = (describes: WriteDescription) => () =>
    combineResources([
      {
        owner: 'gong',
        section: {
          bells: {
            forms: ['full'],
            fields: { tone: { schema: z.string() } },
            endpoints: { update: { describes } },
          },
        } as unknown as Resources,
      },
    ])
  const where = 'resources › bells › endpoints › update › describes'

  test('may be empty', () => {
    expect(declare({})).not.toThrow()
  })

  test('may require and add attributes and relationships', () => {
    expect(
      declare({
        requires: ['tone', 'metal', 'next'],
        attributes: { metal: z.string() },
        relationships: { next: 'bells' },
      }),
    ).not.toThrow()
  })

  test('is a fault if it names an unknown field or resource', () => {
    expectFault('gong', where, "requires 'metal', which it does not accept", declare({ requires: ['metal'] }))
    expectFault('gong', where, "ignores 'metal', which is no writable field", declare({ ignores: ['metal'] }))
    expectFault(
      'gong',
      where,
      "the relationship 'next' leads to 'gongs', which is no resource",
      declare({ relationships: { next: 'gongs' } }),
    )
  })

  test('cannot require what it ignores', () => {
    const both = { requires: ['tone'], ignores: ['tone'] }
    expectFault('gong', where, "requires 'tone', which it does not accept", declare(both))
  })
})

describe('the description of a route', () => {
  const declare =
    (describes: RouteDescription, method: 'GET' | 'POST' = 'GET') =>
    () =>
      combineRoutes(
        [
          {
            owner: 'bell',
            section: [{ method, path: '/ring', describes, run: () => ({ status: 204, empty: true }) }],
          },
        ],
        combineResources([{ owner: 'bell', section: { bells: { table: 'bells' } } as unknown as Resources }]),
      )
  const where = 'routes › GET /ring › describes'

  test('is part of the combined route', () => {
    const describes: RouteDescription = { summary: 'Show a bell', answers: { 200: { resource: 'bells' } } }
    expect(declare(describes)()[0]?.describes).toEqual(describes)
    expect(declare({ ...describes, body: z.object({}) }, 'POST')).not.toThrow()
  })

  test('is a fault without summary or answers, and with a body of a GET request', () => {
    const answers = { 204: 'empty' } as const
    expectFault('bell', where, 'has no summary', declare({ summary: ' ', answers }))
    expectFault('bell', where, 'has no answers', declare({ summary: 'Ring', answers: {} }))
    const body = z.object({})
    expectFault(
      'bell',
      where,
      'has a body although its method is GET',
      declare({ summary: 'Ring', answers, body }),
    )
  })

  test('is a fault with an invalid status or an unknown resource', () => {
    expectFault(
      'bell',
      where,
      "'20' is no status of an answer",
      declare({ summary: 'Ring', answers: { 20: 'empty' } }),
    )
    const answers = { 200: { resource: 'gongs' } }
    expectFault('bell', where, "answers 'gongs', which is no resource", declare({ summary: 'Ring', answers }))
  })
})
