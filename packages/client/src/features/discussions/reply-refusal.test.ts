import { expect, test } from 'vitest'
import type { App } from '../../points/app.ts'
import { combineReplyRefusals, type ReplyRefusal } from '../../points/reply-refusals.ts'
import type { StoreRecord } from '../../store/record.ts'
import { coreReplyRefusals, replyRefusal } from './reply-refusal.ts'

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
