import { expect, test } from 'vitest'
import type { App } from '../../points/app.ts'
import {
  combineReplyRefusals,
  combineStartRefusals,
  type ReplyRefusal,
  type StartRefusal,
} from '../../points/reply-refusals.ts'
import type { StoreRecord } from '../../store/record.ts'
import { coreReplyRefusals, coreStartRefusals, replyRefusal, startRefusal } from './reply-refusal.ts'

type Discussion = StoreRecord<'discussions'>

const core = { id: undefined, extension: { replyRefusals: coreReplyRefusals } }

function discussion(attributes: Partial<Discussion> = {}): Discussion {
  return { type: 'discussions', id: '1', relationships: {}, title: 'Trains', slug: '1-trains', ...attributes }
}

/** The key of the reason that a viewer reads; undefined where they may reply or log in. */
function reasonFor(
  viewer: 'guest' | 'member' | 'unconfirmed',
  about: Discussion,
  extension: Record<string, ReplyRefusal> = {},
): string | undefined {
  const store = { get: () => ({ isEmailConfirmed: viewer === 'member' }) }
  const replyRefusals = combineReplyRefusals([core, { id: 'lock', extension: { replyRefusals: extension } }])
  const userId = viewer === 'guest' ? undefined : '1'
  return replyRefusal({ store, userId, replyRefusals } as unknown as App, about)
    ?.text.split('.')
    .at(-1)
}

const locked = { icon: 'lock', label: 'x.label', text: 'x.locked', applies: () => true }

test('who may reply gets no reason, and neither do guests who may log in', () => {
  expect(reasonFor('member', discussion({ canReply: true }), { locked })).toBeUndefined()
  expect(reasonFor('guest', discussion({ canReply: false }))).toBeUndefined()
})

test('members read whether their address or a permission is missing', () => {
  expect(reasonFor('unconfirmed', discussion())).toBe('unconfirmed_cannot_reply_text')
  expect(reasonFor('member', discussion())).toBe('cannot_reply_text')
})

test('the reason of an extension comes first, for guests too', () => {
  for (const viewer of ['guest', 'member', 'unconfirmed'] as const)
    expect(reasonFor(viewer, discussion(), { locked })).toBe('locked')
})

test('a reason that fails is passed over', () => {
  const applies = () => {
    throw new Error('broken')
  }
  expect(reasonFor('member', discussion(), { locked: { ...locked, applies } })).toBe('cannot_reply_text')
})

/** The key of the reason why a member cannot start a discussion. */
function startReasonFor(isEmailConfirmed: boolean, extension?: Record<string, StartRefusal>) {
  const sources = [
    { id: undefined, extension: { startRefusals: coreStartRefusals } },
    { id: 'winter', extension: { ...(extension && { startRefusals: extension }) } },
  ]
  const startRefusals = combineStartRefusals(sources)
  return startRefusal({
    store: { get: () => ({ isEmailConfirmed }) },
    userId: '1',
    startRefusals,
  } as unknown as App)
    ?.text.split('.')
    .at(-1)
}

test('reasons why no discussion can be started: those of extensions, then the core’s', () => {
  expect(startReasonFor(true)).toBe('cannot_start_discussion_text')
  expect(startReasonFor(false)).toBe('unconfirmed_cannot_start_text')
  expect(startReasonFor(false, { winter: { text: 'x.winter', applies: () => true } })).toBe('winter')
  expect(startReasonFor(true, { winter: { text: 'x.winter', applies: () => false } })).toBe(
    'cannot_start_discussion_text',
  )
})

test('a reason why no discussion can be started that fails is passed over', () => {
  const applies = () => {
    throw new Error('broken')
  }
  expect(startReasonFor(true, { winter: { text: 'x.winter', applies } })).toBe('cannot_start_discussion_text')
})
