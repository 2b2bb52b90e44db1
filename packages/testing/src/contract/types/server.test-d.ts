import type * as server from '@parley/server'
import {
  type Context,
  columnCounter,
  countAction,
  defineExtension,
  defineService,
  deny,
  type EventName,
  type Extension,
  enqueueJob,
  loadRows,
  noPayload,
  type PostRow,
  type Setting,
  storedFlag,
  storedNumber,
  strictFlag,
  syncNotification,
  type WriteContext,
  writeAuditEntry,
} from '@parley/server'
import { expectTypeOf, test } from 'vitest'
import type { AnyMembers } from './any-members.ts'

declare const context: WriteContext
declare const reading: Context

test('no export, section or part of a context is any', () => {
  expectTypeOf<AnyMembers<typeof server>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<Extension>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<WriteContext>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<server.DiscussionRow>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<PostRow>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<server.UserRow>>().toEqualTypeOf<never>()
  expectTypeOf<EventName>().not.toEqualTypeOf<string>()
})

test('declarations have known sections only', () => {
  expectTypeOf(defineExtension).returns.toEqualTypeOf<Extension>()
  // @ts-expect-error no section has this name
  defineExtension({ setting: {} })
  // @ts-expect-error a declaration is an object
  defineExtension('lock')
})

test('settings have a schema, a default and a form of a known kind', () => {
  const flag: Setting<boolean> = { schema: storedFlag(), default: false }
  defineExtension({ settings: { flag } })
  // @ts-expect-error the schema reads a number
  const wrongSchema: Setting<boolean> = { schema: storedNumber({ min: 1, max: 2 }), default: false }
  // @ts-expect-error a setting has a schema
  defineExtension({ settings: { flag: { default: true } } })
  defineExtension({
    settings: {
      // @ts-expect-error there is no field of this kind
      flag: { ...flag, form: { field: { kind: 'checkbox' }, label: 'a.b.c' } },
    },
  })
  defineExtension({
    // @ts-expect-error a field has a label
    settings: { flag: { ...flag, form: { field: { kind: 'switch' } } } },
  })
  // @ts-expect-error no setting has this key
  context.forum.settings.get('no_such_setting')
  expectTypeOf(wrongSchema).not.toBeAny()
})

test('resources, fields and policies are of known types and columns', () => {
  defineExtension({
    resources: { discussions: { fields: { top: { column: 'title', schema: strictFlag() } } } },
  })
  // @ts-expect-error no resource has this type
  defineExtension({ resources: { discusions: {} } })
  // @ts-expect-error the row has no such column
  defineExtension({ resources: { discussions: { fields: { top: { column: 'titel' } } } } })
  // @ts-expect-error there is no such JSON type
  defineExtension({ resources: { users: { fields: { top: { json: 'text' } } } } })
  // @ts-expect-error a filter has a known kind of value
  defineExtension({ resources: { users: { filters: { top: { value: 'number', where: () => undefined } } } } })
  // @ts-expect-error a policy on rows has a scope
  defineExtension({ policies: { discussions: { reply: { verdict: () => deny } } } })
  // @ts-expect-error no resource has this type
  defineExtension({ policies: { discusions: {} } })
  defineExtension({
    policies: {
      discussions: {
        reply: {
          verdict: (actor, discussion) => {
            expectTypeOf(actor).not.toBeAny()
            expectTypeOf(discussion).toEqualTypeOf<server.DiscussionRow>()
            // @ts-expect-error the row has no such column
            return discussion.is_solved ? deny : undefined
          },
          scope: (eb) =>
            // @ts-expect-error the table has no such column
            eb('discussions.is_solved', '=', true),
        },
      },
    },
  })
  // @ts-expect-error no resource has this type
  loadRows(reading, 'discusions', [1])
  expectTypeOf(loadRows(reading, 'posts', [1])).resolves.toEqualTypeOf<Map<number, PostRow>>()
})

test('permissions are granted to known groups', () => {
  defineExtension({ permissions: { 'discussion.top': { default: ['member'] } } })
  // @ts-expect-error no group has this name
  defineExtension({ permissions: { 'discussion.top': { default: ['members'] } } })
})

test('routes have a method, a path and a known form of answer', () => {
  const run = () => ({ status: 204, empty: true }) as const
  defineExtension({ routes: [{ method: 'GET', path: '/api/tops', run }] })
  // @ts-expect-error a route runs something
  defineExtension({ routes: [{ method: 'GET', path: '/api/tops' }] })
  // @ts-expect-error there is no such method
  defineExtension({ routes: [{ method: 'FETCH', path: '/api/tops', run }] })
  // @ts-expect-error an answer has a body, a redirect or nothing
  defineExtension({ routes: [{ method: 'GET', path: '/api/tops', run: () => ({ status: 200 }) }] })
  const route = { method: 'GET', path: '/api/tops', run } as const
  // @ts-expect-error JSON is described by a schema
  defineExtension({ routes: [{ ...route, describes: { summary: 'List tops', answers: { 200: 'json' } } }] })
})

test('events, jobs, audit entries, limits and notifications are declared ones', () => {
  defineExtension({
    on: {
      'post.created': ({ post }, writing) => {
        expectTypeOf(post).toEqualTypeOf<PostRow>()
        expectTypeOf(writing).toEqualTypeOf<WriteContext>()
      },
    },
  })
  // @ts-expect-error no event has this name
  defineExtension({ on: { 'post.writen': () => {} } })
  // @ts-expect-error no job has this name
  defineExtension({ jobs: { 'tops.count': { schema: noPayload, run: async () => {} } } })
  // @ts-expect-error no job has this name
  enqueueJob(context, 'tops.count', {})
  // @ts-expect-error no action has this name
  writeAuditEntry(context, 'discussion.topped', {})
  // @ts-expect-error no limit has this name
  countAction(reading, 'topsPerAccount')
  // @ts-expect-error no notification has this type
  syncNotification(context, { type: 'topped', fromUserId: 1, subject: { id: 1 } }, [2])
  // @ts-expect-error no table has this name
  columnCounter('tops', 'count', {})
})

test('services keep the type of what is offered', () => {
  interface Bells {
    ring(times: number): void
  }
  const bells = defineService<Bells>('bells')
  expectTypeOf(bells.of(reading)).toEqualTypeOf<Bells>()
  // @ts-expect-error the offer has no such function
  bells.provide({ rings: () => {} })
})
