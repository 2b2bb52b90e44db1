import { expect, test, vi } from 'vitest'
import { Store } from './store.ts'

function newStore(): Store {
  const store = new Store()
  for (const type of ['discussions', 'users', 'posts']) store.register(type)
  store.push({
    data: {
      type: 'discussions',
      id: '1',
      attributes: { title: 'Night trains', slug: '1-night-trains', commentCount: 3 },
      relationships: {
        user: { data: { type: 'users', id: '7' } },
        posts: {
          data: [
            { type: 'posts', id: '10' },
            { type: 'posts', id: '11' },
          ],
        },
      },
    },
    included: [
      { type: 'users', id: '7', attributes: { username: 'ines' } },
      { type: 'posts', id: '10', attributes: { number: 1 } },
    ],
  })
  return store
}

test('normalizes a document, and follows its relationships', () => {
  const store = newStore()
  const discussion = store.get('discussions', '1')
  expect(discussion).toMatchObject({ type: 'discussions', id: '1', title: 'Night trains' })
  if (discussion === undefined) throw new Error()
  expect(store.related(discussion, 'user', 'users')?.username).toBe('ines')
  expect(store.related(discussion, 'lastPostedUser', 'users')).toBeUndefined()
  expect(store.relatedMany(discussion, 'posts', 'posts').map(({ id }) => id)).toEqual(['10'])
})

test('merges a later answer into a new record', () => {
  const store = newStore()
  const before = store.get('discussions', '1')
  store.push({ data: { type: 'discussions', id: '1', attributes: { commentCount: 4 } } })
  const after = store.get('discussions', '1')
  expect(after).not.toBe(before)
  expect(before?.commentCount).toBe(3)
  expect(after).toMatchObject({ title: 'Night trains', commentCount: 4 })
  expect(after?.relationships.user).toEqual({ type: 'users', id: '7' })
})

test('registering a type twice is an error', () => {
  expect(() => newStore().register('users')).toThrow('"users" is registered twice')
})

test('ignores an unknown type with one warning', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const store = newStore()
  store.push({
    data: [
      { type: 'badges', id: '1' },
      { type: 'badges', id: '2' },
      { type: 'users', id: '8' },
    ],
  })
  expect(warn).toHaveBeenCalledTimes(1)
  expect(store.get('users', '8')).toBeDefined()
  warn.mockRestore()
})

test('notifies the listeners of the changed record only', () => {
  const store = newStore()
  const listener = vi.fn()
  const end = store.subscribe('users', '7', listener)
  store.push({ data: { type: 'users', id: '8' } })
  expect(listener).not.toHaveBeenCalled()
  store.push({ data: { type: 'users', id: '7', attributes: { displayName: 'Ines' } } })
  store.remove({ type: 'users', id: '7' })
  expect(listener).toHaveBeenCalledTimes(2)
  end()
  store.push({ data: { type: 'users', id: '7' } })
  expect(listener).toHaveBeenCalledTimes(2)
})

test('an answer that could say that a resource is hidden, and does not, shows it again', () => {
  const store = newStore()
  const hidden = { isHidden: true, hiddenAt: '2026-05-01T12:00:00Z' }
  const push = (attributes: Record<string, unknown>) =>
    store.push({ data: { type: 'discussions', id: '1', attributes } })
  push({ ...hidden, canHide: true })
  push({ title: 'Sleepers' })
  expect(store.get('discussions', '1')).toMatchObject(hidden)
  push({ title: 'Sleepers', canHide: true })
  expect(store.get('discussions', '1')).toMatchObject({ isHidden: undefined, hiddenAt: undefined })
})

test('a rollback leaves values alone that changed in between', () => {
  const store = newStore()
  const rollback = store.change('discussions', '1', {
    attributes: { title: 'Sleepers', isHidden: true, commentCount: 9 },
    relationships: { user: null },
  })
  expect(store.get('discussions', '1')).toMatchObject({ title: 'Sleepers', isHidden: true })
  store.push({ data: { type: 'discussions', id: '1', attributes: { commentCount: 5 } } })
  rollback()
  const record = store.get('discussions', '1')
  expect(record).toMatchObject({ title: 'Night trains', commentCount: 5 })
  expect(record && 'isHidden' in record).toBe(false)
  expect(record?.relationships.user).toEqual({ type: 'users', id: '7' })
})

function post(id: string, userId: string) {
  return {
    type: 'posts',
    id,
    attributes: { number: Number(id) },
    relationships: { user: { data: { type: 'users', id: userId } } },
  }
}

test('releasing an owner removes its records, except those kept and those they refer to', () => {
  const store = newStore()
  const owner = {}
  const users = ['7', '8', '9'].map((id) => ({ type: 'users', id, attributes: { username: id } }))
  store.push({ data: [post('20', '8'), post('21', '9'), post('22', '7')], included: users }, owner)
  store.release(owner, [{ type: 'posts', id: '20' }])
  expect(store.all('posts').map(({ id }) => id)).toEqual(['10', '20'])
  // User 7 was in the store before.
  expect(store.all('users').map(({ id }) => id)).toEqual(['7', '8'])
  store.release(owner, [])
  expect(store.all('users').map(({ id }) => id)).toEqual(['7'])
})

test('records that another push delivered, or that have subscribers, outlive their owner', () => {
  const store = newStore()
  const owner = {}
  store.push({ data: [post('20', '7'), post('21', '7'), post('22', '7')] }, owner)
  store.push({ data: post('20', '7') })
  const hide = store.subscribe('posts', '21', () => {})
  store.release(owner, [])
  expect(store.all('posts').map(({ id }) => id)).toEqual(['10', '20', '21'])
  hide()
  store.release(owner, [])
  expect(store.all('posts').map(({ id }) => id)).toEqual(['10', '20'])
})
