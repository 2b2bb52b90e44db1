import { expectFault } from '@parley/testing/expect-fault'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { AccountRegistry } from './access/accounts.ts'
import { allOf, anyOf, type Condition, isNot } from './access/conditions.ts'
import { type Policies, PolicyRegistry } from './access/policies.ts'
import { PrivacyRegistry } from './access/privacy.ts'
import { allowedRows, type Scope, withFallback } from './access/scopes.ts'
import { allow, deny, forceAllow, forceDeny, type Verdict } from './access/verdicts.ts'
import { Actor, administrators, everyone, members, moderators } from './context/actor.ts'
import type { WriteContext } from './context/context.ts'
import { MemoryTables } from './context/memory-tables.ts'
import { EventRegistry } from './events/events.ts'
import { combinePoints } from './points.ts'

describe('policies', () => {
  const rules = (policies: PolicyRegistry, held: readonly string[] = []) => ({
    policies,
    privacy: new PrivacyRegistry([], new Map()),
    accounts: new AccountRegistry([], []),
    tables: new MemoryTables(new Map()),
    grants: {
      snapshot: {},
      heldBy: () => [...held],
      holders: () => [],
      holds: (_groups: ReadonlySet<number>, permission: string) => held.includes(permission),
    },
    settings: { get: () => undefined as never },
    now: () => new Date(0),
  })
  const policiesThatReturn = (...verdicts: Verdict[]) =>
    new PolicyRegistry(
      verdicts.map((verdict, index) => ({
        owner: `p${index}`,
        section: { forums: { ring: () => verdict } } as Policies,
      })),
      resources,
    )
  const resources = new Map([
    ['forums', { table: undefined }],
    ['users', { table: 'users' }],
  ])
  const forum = { id: 1 } as const
  const account = { id: 7, isEmailConfirmed: true, markedAllAsReadAt: null }

  test('there are none by default: the permission decides', () => {
    const none = new PolicyRegistry([{ owner: 'gong', section: undefined }], resources)
    expect(none.verdict(new Actor(rules(none)), 'ring', 'forums', forum)).toBeUndefined()
    expect(new Actor(rules(none)).can('ring', 'forums', forum)).toBe(false)
    expect(new Actor(rules(none, ['ring'])).can('ring', 'forums', forum)).toBe(true)
    expect(new Actor(rules(none), account, [administrators]).can('ring')).toBe(true)
  })

  test('a declared one decides', () => {
    expect(new Actor(rules(policiesThatReturn(allow))).can('ring', 'forums', forum)).toBe(true)
    expect(new Actor(rules(policiesThatReturn(deny), ['ring'])).can('ring', 'forums', forum)).toBe(false)
    const denied = new Actor(rules(policiesThatReturn(deny)), account, [administrators])
    expect(denied.can('ring', 'forums', forum)).toBe(false)
  })

  test.each([
    ['B149', [allow], true],
    ['B150', [allow, deny], false],
    ['B151', [allow, deny, forceAllow], true],
    ['B152', [allow, deny, forceAllow, forceDeny], false],
  ] as const)('%s %j weighs as %j whatever the order', (_line, verdicts, expected) => {
    for (const ordered of [verdicts, [...verdicts].reverse()]) {
      expect(new Actor(rules(policiesThatReturn(...ordered))).can('ring', 'forums', forum)).toBe(expected)
    }
  })

  test("'*' applies where the same extension's policy has no opinion", () => {
    const registry = new PolicyRegistry(
      [
        { owner: 'a', section: { forums: { '*': () => deny, ring: () => allow } } },
        {
          owner: 'b',
          section: { forums: { '*': (_actor, _row, ability) => (ability === 'hum' ? allow : undefined) } },
        },
      ],
      resources,
    )
    const actor = new Actor(rules(registry))
    expect(actor.can('ring', 'forums', forum)).toBe(true)
    expect(actor.can('hum', 'forums', forum)).toBe(false)
  })

  test('B154 B155 a global policy applies without a row only', () => {
    const registry = new PolicyRegistry(
      [{ owner: 'a', section: { global: { ring: () => deny } } }],
      resources,
    )
    const actor = new Actor(rules(registry, ['ring']))
    expect(actor.can('ring')).toBe(false)
    expect(actor.can('ring', 'forums', forum)).toBe(true)
  })

  test('B157 a denial for a whole type outweighs an allowance for an ability, in any order', () => {
    const whole: Policies = { forums: { '*': () => deny } }
    const one: Policies = { forums: { ring: () => allow } }
    for (const sections of [
      [whole, one],
      [one, whole],
    ]) {
      const registry = new PolicyRegistry(
        sections.map((section, index) => ({ owner: `p${index}`, section })),
        resources,
      )
      expect(new Actor(rules(registry, ['ring'])).can('ring', 'forums', forum)).toBe(false)
    }
  })

  test('a type that does not exist is a fault', () => {
    expectFault(
      'gong',
      'policies › bells',
      'no such resource',
      () => new PolicyRegistry([{ owner: 'gong', section: { bells: {} } as Policies }], resources),
    )
  })

  test('of rows of a table a policy without a condition is a fault', () => {
    for (const [policy, fault] of [
      [() => allow, 'has no verdict'],
      [{ verdict: () => allow }, 'has no scope'],
    ] as const) {
      const section = { users: { ring: policy } } as unknown as Policies
      expectFault(
        'gong',
        'policies › users › ring',
        fault,
        () => new PolicyRegistry([{ owner: 'gong', section }], resources),
      )
    }
  })

  test('what is no function is a fault', () => {
    const section = { forums: { ring: true } } as unknown as Policies
    expectFault(
      'gong',
      'policies › forums › ring',
      'is not a function',
      () => new PolicyRegistry([{ owner: 'gong', section }], resources),
    )
  })
})

describe('actors', () => {
  const rules = {
    policies: new PolicyRegistry([], new Map()),
    privacy: new PrivacyRegistry([], new Map()),
    accounts: new AccountRegistry([], []),
    tables: new MemoryTables(new Map()),
    grants: {
      snapshot: {},
      heldBy: () => [],
      holders: () => [],
      holds: (groups: ReadonlySet<number>, name: string) => groups.has(Number(name)),
    },
    settings: { get: () => undefined as never },
    now: () => new Date(0),
  }
  const account = { id: 7, isEmailConfirmed: true, markedAllAsReadAt: null }

  test('guests belong to everyone', () => {
    const guest = new Actor(rules)
    expect(guest).toMatchObject({ id: 0, isGuest: true, isAdmin: false })
    expect([...guest.groupIds]).toEqual([everyone])
  })

  test('the groups of an account count once its address is confirmed', () => {
    expect([...new Actor(rules, account, [moderators]).groupIds]).toEqual([everyone, members, moderators])
    const unconfirmed = new Actor(rules, { ...account, isEmailConfirmed: false }, [moderators])
    expect([...unconfirmed.groupIds]).toEqual([everyone])
  })

  test('administrators hold everything, confirmed or not', () => {
    const admin = new Actor(rules, { ...account, isEmailConfirmed: false }, [administrators])
    expect(admin.isAdmin).toBe(true)
    expect(admin.hasPermission('anything')).toBe(true)
    // The grants of these rules: a group holds the permission that is named after its id.
    expect(new Actor(rules, account).hasPermission(String(moderators))).toBe(false)
    expect(new Actor(rules, account, [moderators]).hasPermission(String(moderators))).toBe(true)
  })
})

describe('scopes', () => {
  const condition = (name: string) => sql<boolean>`${sql.raw(name)}`
  const compiled = (scopes: readonly Scope[], byDefault = false) => {
    const rows = allowedRows(scopes, byDefault)
    return typeof rows === 'boolean' ? rows : rows.toOperationNode()
  }
  const same = (scopes: readonly Scope[], expected: Condition, byDefault = false) => {
    const shape = (value: unknown) => JSON.stringify(value).replace(/"queryId":\{[^}]*\}/g, '')
    const node = typeof expected === 'boolean' ? expected : expected.toOperationNode()
    expect(shape(compiled(scopes, byDefault))).toBe(shape(node))
  }
  const [a, b] = [condition('a'), condition('b')]

  test('without any the default decides', () => {
    same([], true, true)
    same([undefined, {}], false)
  })

  test('constants leave no trace', () => {
    same([{ allow: a }, { deny: false }, { forceDeny: false }], a)
    same([{ allow: a }, { allow: true }], true)
    same([a, { allow: b }, { allow: true }], a, true)
    same([a, b], allOf([a, b]))
    same([true, a], a)
    same([{ forceAllow: true }, false, { deny: a }], true)
    same([{ forceAllow: true }, { forceDeny: a }], isNot(a))
  })

  test("'*' applies where the policy of the ability has no opinion", () => {
    same([withFallback(undefined, () => a)], a)
    same([withFallback(a, () => ({ deny: b }))], a)
    same([withFallback({ allow: a }, () => ({ allow: b }))], anyOf([a, b]))
    same([withFallback({ allow: a }, () => ({ deny: true }))], allOf([isNot(allOf([isNot(a)])), a]))
  })
})

describe('events', () => {
  const context = {} as WriteContext
  const event = { title: 'Bells' }

  test('there are no listeners by default', async () => {
    await new EventRegistry('on', [{ owner: 'gong', section: undefined }]).dispatch(
      'forum.installed',
      event,
      context,
    )
  })

  test('declared listeners are called one after the other, in order', async () => {
    const calls: unknown[] = []
    const registry = new EventRegistry<WriteContext>('on', [
      {
        owner: 'a',
        section: {
          'forum.installed': async (received, receivedContext) => {
            await Promise.resolve()
            calls.push({ owner: 'a', event: received, hasContext: receivedContext === context })
          },
        },
      },
      { owner: 'b', section: { 'forum.installed': () => void calls.push({ owner: 'b' }) } },
    ])
    await registry.dispatch('forum.installed', event, context)
    expect(calls).toEqual([{ owner: 'a', event, hasContext: true }, { owner: 'b' }])
  })

  test('what is no function is a fault', () => {
    const section = { 'forum.installed': 'ring' } as never
    expectFault(
      'gong',
      'afterCommit › forum.installed',
      'is not a function',
      () => new EventRegistry('afterCommit', [{ owner: 'gong', section }]),
    )
  })
})

describe('points', () => {
  test('an extension that declares nothing adds nothing', () => {
    const points = combinePoints([{ id: 'gong', declaration: {} }])
    expect(points.migrations).toEqual([{ owner: 'gong', migrations: {} }])
    expect(points.settings.size).toBe(0)
    expect(points.resources.size).toBe(0)
    expect(points.routes).toEqual([])
  })

  test('every section is combined, in the order given', () => {
    const migration = { up: async () => {}, down: async () => {} }
    const points = combinePoints([
      { id: 'gong', declaration: { permissions: { ring: {} }, migrations: { '001_ring': migration } } },
      { id: 'bell', declaration: { permissions: { hum: {} } } },
    ])
    expect([...points.permissions.keys()]).toEqual(['ring', 'hum'])
    expect(points.migrations[0]?.migrations).toEqual({ '001_ring': migration })
  })
})

test('a home page whose path begins with no slash is a fault', () => {
  const homePages = { harbors: { label: 'core.ref.posts' } }
  expectFault('gong', 'homePages › harbors', "does not begin with '/'", () =>
    combinePoints([{ id: 'gong', declaration: { homePages } }]),
  )
})
