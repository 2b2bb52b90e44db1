import { expectFault } from '@parley/testing/expect-fault'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { combinePermissions, defaultGroupIds } from './access/permissions.ts'
import { everyone, members, moderators } from './context/actor.ts'
import { combineEventPosts, mergeEvents } from './posts/event-posts.ts'
import { combineRoutes, type Route } from './requests/routes.ts'
import { combineThrottles, type Throttle } from './requests/throttles.ts'
import { combineFilters, type Filter } from './resources/filters.ts'
import { combinePreferences } from './settings/preferences.ts'
import { combineSettings, publicAttributes } from './settings/settings.ts'

describe('settings', () => {
  const color = { schema: z.string(), default: 'red' }

  test('there are none by default', () => {
    expect(combineSettings([{ owner: 'paint', section: undefined }]).size).toBe(0)
  })

  test('a declared one has its owner', () => {
    const settings = combineSettings([{ owner: 'paint', section: { 'paint.color': color } }])
    expect(settings.get('paint.color')).toEqual({ ...color, owner: 'paint' })
  })

  test('public ones become attributes of the forum', () => {
    const declared = (value: true | string) => [
      { owner: 'paint', section: { 'paint.color': { ...color, public: value } } },
    ]
    const names = (value: true | string) =>
      publicAttributes(combineSettings(declared(value))).map(({ owner, section }) => ({
        owner,
        fields: Object.keys(section.forums?.fields ?? {}),
      }))
    expect(publicAttributes(combineSettings([{ owner: 'paint', section: { color } }]))).toEqual([])
    expect(names(true)).toEqual([{ owner: 'paint', fields: ['paint.color'] }])
    expect(names('paintColor')).toEqual([{ owner: 'paint', fields: ['paintColor'] }])
  })

  test('one without a default is a fault', () => {
    const broken = { schema: z.unknown(), default: undefined }
    expectFault('paint', 'settings › paint.color', 'has no default (use null)', () =>
      combineSettings([{ owner: 'paint', section: { 'paint.color': broken } }]),
    )
  })

  test('one declared twice is a fault of the second', () => {
    expectFault('brush', 'settings › color', 'already declared by paint', () =>
      combineSettings([
        { owner: 'paint', section: { color } },
        { owner: 'brush', section: { color } },
      ]),
    )
  })
})

describe('preferences', () => {
  const loud = { schema: z.boolean(), default: false }

  test('there are none by default', () => {
    expect(combinePreferences([]).size).toBe(0)
  })

  test('a declared one is there', () => {
    expect(combinePreferences([{ owner: 'bell', section: { loud } }]).get('loud')).toMatchObject(loud)
  })

  test('one without a default is a fault', () => {
    expectFault('bell', 'preferences › loud', 'has no default (use null)', () =>
      combinePreferences([{ owner: 'bell', section: { loud: { ...loud, default: undefined } } }]),
    )
  })
})

describe('permissions', () => {
  test('there are none by default', () => {
    expect(combinePermissions([]).size).toBe(0)
  })

  test('a declared one is held by its default groups only', () => {
    const permissions = combinePermissions([
      {
        owner: 'bell',
        section: {
          'bell.ring': {},
          'bell.hear': { default: ['everyone', 'member', 'moderator'], guests: true },
        },
      },
    ])
    expect(defaultGroupIds(permissions.get('bell.ring') ?? {})).toEqual([])
    expect(defaultGroupIds(permissions.get('bell.hear') ?? {})).toEqual([everyone, members, moderators])
  })

  test('an unknown group is a fault', () => {
    const section = { ring: { default: ['toString' as 'member'] } }
    expectFault(
      'bell',
      'permissions › ring',
      "unknown group 'toString'; the groups are everyone, member, moderator",
      () => combinePermissions([{ owner: 'bell', section }]),
    )
  })
})

describe('event posts', () => {
  const types = (declared: object) => combineEventPosts([{ owner: 'bell', section: declared as never }])

  test('there are none by default', () => {
    expect(types({}).size).toBe(0)
  })

  test('a declared one is there', () => {
    expect(types({ bellRung: {} }).get('bellRung')).toEqual({ owner: 'bell' })
  })

  test('the type of ordinary posts is a fault', () => {
    expectFault('bell', 'eventPosts › comment', 'is the type of ordinary posts', () => types({ comment: {} }))
  })

  test('two ways to merge are a fault', () => {
    expectFault('bell', 'eventPosts › bellRung', 'has both merge and cancels', () =>
      types({ bellRung: { merge: () => null, cancels: 'on' } }),
    )
  })

  test('events neither merge nor cancel out by default', () => {
    expect(mergeEvents({}, { on: true }, { on: false })).toBeUndefined()
  })

  test('switching back cancels out, repeating the same does not', () => {
    expect(mergeEvents({ cancels: 'on' }, { on: true }, { on: false })).toBeNull()
    expect(mergeEvents({ cancels: 'on' }, { on: true }, { on: true })).toEqual({ on: true })
    expect(mergeEvents({ cancels: 'on' }, 'text', null)).toBe('text')
  })

  test('merge decides where it is declared', () => {
    const merge = ((before: string, after: string) => (before === after ? null : before + after)) as never
    expect(mergeEvents({ merge }, 'a', 'b')).toBe('ab')
    expect(mergeEvents({ merge }, 'a', 'a')).toBeNull()
  })
})

describe('filters', () => {
  const any: Filter = { value: 'any', where: () => undefined }

  test('there are none by default', () => {
    expect(combineFilters('bells', []).size).toBe(0)
  })

  test('a declared one is there', () => {
    expect(combineFilters('bells', [{ owner: 'bell', section: { loud: any } }]).get('loud')).toMatchObject(
      any,
    )
  })

  test('a name that negates is a fault', () => {
    expectFault(
      'bell',
      'resources › bells › filters › -loud',
      'a name may not start with -, which negates',
      () => combineFilters('bells', [{ owner: 'bell', section: { '-loud': any } }]),
    )
  })
})

describe('throttles', () => {
  const slow: Throttle = { endpoints: ['bells.create'], wait: () => 1 }

  test('there are none by default', () => {
    expect(combineThrottles([]).size).toBe(0)
  })

  test('a declared one is there', () => {
    expect(combineThrottles([{ owner: 'bell', section: { slow } }]).get('slow')).toMatchObject(slow)
  })

  test('one that watches nothing is a fault', () => {
    expectFault('bell', 'throttles › slow', 'watches no endpoint', () =>
      combineThrottles([{ owner: 'bell', section: { slow: { ...slow, endpoints: [] } } }]),
    )
  })
})

describe('routes', () => {
  const ring: Route = { method: 'POST', path: '/ring', run: () => ({ status: 204, empty: true }) }

  test('there are none by default', () => {
    expect(combineRoutes([{ owner: 'bell', section: undefined }])).toEqual([])
  })

  test('declared ones are there, the same path with another method too', () => {
    const routes = combineRoutes([{ owner: 'bell', section: [ring, { ...ring, method: 'GET' }] }])
    expect(routes.map(({ method, owner }) => `${owner} ${method}`)).toEqual(['bell POST', 'bell GET'])
  })

  test('a path without slash is a fault', () => {
    expectFault('bell', 'routes › POST ring', 'does not start with /', () =>
      combineRoutes([{ owner: 'bell', section: [{ ...ring, path: 'ring' }] }]),
    )
  })

  test('a public one with another method than GET is a fault', () => {
    expectFault('bell', 'routes › POST /ring', 'is public, so its method must be GET', () =>
      combineRoutes([{ owner: 'bell', section: [{ ...ring, isPublic: true }] }]),
    )
  })

  test('one declared twice is a fault of the second', () => {
    expectFault('gong', 'routes › POST /ring', 'already declared by bell', () =>
      combineRoutes([
        { owner: 'bell', section: [ring] },
        { owner: 'gong', section: [ring] },
      ]),
    )
  })
})
