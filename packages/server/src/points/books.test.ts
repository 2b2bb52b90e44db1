import { expectFault } from '@parley/testing/expect-fault'
import { expressionBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Tables } from '../infrastructure/db/tables.ts'
import { allow, deny, forceAllow, forceDeny, type Verdict } from './access/verdicts.ts'
import { type Policies, PolicyRegistry } from './access/policies.ts'
import { PrivacyRegistry } from './access/privacy.ts'
import { ScopeRegistry, type Scopes } from './access/scopes.ts'
import { Actor } from './context/actor.ts'
import type { Context, WriteContext } from './context/context.ts'
import { combinePoints } from './points.ts'
import { EventRegistry } from './work/events.ts'

describe('policies', () => {
  const rules = (policies: PolicyRegistry, held: readonly string[] = []) => ({
    policies,
    privacy: new PrivacyRegistry([], new Map()),
    grants: {
      snapshot: {},
      heldBy: () => [...held],
      holds: (_groups: ReadonlySet<number>, permission: string) => held.includes(permission),
    },
    settings: { get: () => undefined as never },
    now: () => new Date(0),
  })
  const saying = (...verdicts: Verdict[]) =>
    new PolicyRegistry(
      verdicts.map((verdict, index) => ({
        owner: `p${index}`,
        section: { forums: { ring: () => verdict } } as Policies,
      })),
    )
  const forum = { id: 1 } as const
  const account = { id: 7, isEmailConfirmed: true, markedAllAsReadAt: null }

  test('nobody answers by default: the permission decides', () => {
    const none = new PolicyRegistry([{ owner: 'gong', section: undefined }])
    expect(none.verdict(new Actor(rules(none)), 'ring', 'forums', forum)).toBeUndefined()
    expect(new Actor(rules(none)).can('ring', 'forums', forum)).toBe(false)
    expect(new Actor(rules(none, ['ring'])).can('ring', 'forums', forum)).toBe(true)
    expect(new Actor(rules(none), account, [1]).can('ring')).toBe(true)
  })

  test('a declared one decides', () => {
    expect(new Actor(rules(saying(allow))).can('ring', 'forums', forum)).toBe(true)
    expect(new Actor(rules(saying(deny), ['ring'])).can('ring', 'forums', forum)).toBe(false)
    expect(new Actor(rules(saying(deny)), account, [1]).can('ring', 'forums', forum)).toBe(false)
  })

  test.each([
    ['B149', [allow], true],
    ['B150', [allow, deny], false],
    ['B151', [allow, deny, forceAllow], true],
    ['B152', [allow, deny, forceAllow, forceDeny], false],
  ] as const)('%s %j weighs as %j whatever the order', (_line, verdicts, expected) => {
    for (const ordered of [verdicts, [...verdicts].reverse()]) {
      expect(new Actor(rules(saying(...ordered))).can('ring', 'forums', forum)).toBe(expected)
    }
  })

  test("'*' is asked where an extension's own policy says nothing, extension by extension", () => {
    const book = new PolicyRegistry([
      { owner: 'a', section: { forums: { '*': () => deny, ring: () => allow } } },
      {
        owner: 'b',
        section: { forums: { '*': (_actor, _row, ability) => (ability === 'hum' ? allow : undefined) } },
      },
    ])
    const actor = new Actor(rules(book))
    expect(actor.can('ring', 'forums', forum)).toBe(true)
    expect(actor.can('hum', 'forums', forum)).toBe(false)
  })

  test('B154 B155 a global policy counts without an object only', () => {
    const book = new PolicyRegistry([{ owner: 'a', section: { global: { ring: () => deny } } }])
    const actor = new Actor(rules(book, ['ring']))
    expect(actor.can('ring')).toBe(false)
    expect(actor.can('ring', 'forums', forum)).toBe(true)
  })

  test('B157 a denial for a whole type outweighs a permission for an ability, wherever each was declared', () => {
    const whole: Policies = { forums: { '*': () => deny } }
    const one: Policies = { forums: { ring: () => allow } }
    for (const sections of [
      [whole, one],
      [one, whole],
    ]) {
      const book = new PolicyRegistry(sections.map((section, index) => ({ owner: `p${index}`, section })))
      expect(new Actor(rules(book, ['ring'])).can('ring', 'forums', forum)).toBe(false)
    }
  })

  test('what is no function is a fault', () => {
    const section = { forums: { ring: true } } as unknown as Policies
    expectFault(
      'gong',
      'policies › forums › ring',
      'is not a function',
      () => new PolicyRegistry([{ owner: 'gong', section }]),
    )
  })
})

describe('actors', () => {
  const rules = {
    policies: new PolicyRegistry([]),
    privacy: new PrivacyRegistry([], new Map()),
    grants: {
      snapshot: {},
      heldBy: () => [],
      holds: (groups: ReadonlySet<number>, name: string) => groups.has(Number(name)),
    },
    settings: { get: () => undefined as never },
    now: () => new Date(0),
  }
  const account = { id: 7, isEmailConfirmed: true, markedAllAsReadAt: null }

  test('guests belong to everyone', () => {
    const guest = new Actor(rules)
    expect([guest.id, guest.isGuest, guest.isAdmin, [...guest.groupIds]]).toEqual([0, true, false, [2]])
  })

  test('the groups of an account count once its address is confirmed', () => {
    expect([...new Actor(rules, account, [4]).groupIds]).toEqual([2, 3, 4])
    expect([...new Actor(rules, { ...account, isEmailConfirmed: false }, [4]).groupIds]).toEqual([2])
  })

  test('administrators hold everything, confirmed or not', () => {
    const admin = new Actor(rules, { ...account, isEmailConfirmed: false }, [1])
    expect([admin.isAdmin, admin.hasPermission('anything')]).toEqual([true, true])
    expect(new Actor(rules, account).hasPermission('4')).toBe(false)
    expect(new Actor(rules, account, [4]).hasPermission('4')).toBe(true)
  })
})

describe('scopes', () => {
  const eb = expressionBuilder<Tables, keyof Tables>()
  const context = {} as Context
  const types = new Map([['users', { table: 'users', deletedInBatches: false }]])
  const visible = (book: ScopeRegistry) => eb.and([book.visible(eb, 'users', context)]).toOperationNode()

  test('everything is visible by default', () => {
    const none = new ScopeRegistry([{ owner: 'gong', section: undefined }], types)
    expect(visible(none)).toEqual(eb.and([eb.and([])]).toOperationNode())
  })

  test('declared ones must all hold; those that say nothing do not count', () => {
    const [big, loud] = [sql<boolean>`big`, sql<boolean>`loud`]
    const book = new ScopeRegistry(
      [
        { owner: 'a', section: { users: () => big } },
        { owner: 'b', section: { users: () => undefined } },
        { owner: 'c', section: { users: () => loud } },
      ],
      types,
    )
    const shape = (node: object) => JSON.stringify(node).replace(/"queryId":\{[^}]*\}/g, '')
    expect(shape(visible(book))).toBe(shape(eb.and([eb.and([big, loud])]).toOperationNode()))
  })

  test('a resource that nobody declares is a fault', () => {
    expectFault(
      'gong',
      'scopes › bells',
      'no such resource',
      () => new ScopeRegistry([{ owner: 'gong', section: { bells: () => undefined } as Scopes }], types),
    )
  })
})

describe('events', () => {
  const context = {} as WriteContext
  const event = { title: 'Bells' }

  test('nobody listens by default', async () => {
    await new EventRegistry('on', [{ owner: 'gong', section: undefined }]).tell(
      'forum.installed',
      event,
      context,
    )
  })

  test('declared listeners hear it one after the other, in order', async () => {
    const heard: unknown[] = []
    const book = new EventRegistry<WriteContext>('on', [
      {
        owner: 'a',
        section: {
          'forum.installed': async (told, given) => {
            await Promise.resolve()
            heard.push(['a', told, given === context])
          },
        },
      },
      { owner: 'b', section: { 'forum.installed': () => void heard.push('b') } },
    ])
    await book.tell('forum.installed', event, context)
    expect(heard).toEqual([['a', event, true], 'b'])
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
    expect([points.settings.size, points.resources.size, points.routes.length]).toEqual([0, 0, 0])
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
