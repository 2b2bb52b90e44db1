import type { ResourceDocument } from '@parley/shared'
import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { saveResource } from './resources.ts'
import { Store } from './store.ts'

const post = { type: 'posts', id: '7' } as const

function storeWithPost(): Store {
  const store = new Store()
  store.register('posts')
  store.pushResource({ ...post, attributes: { isHidden: true, number: 2 } })
  return store
}

test('an answer that was asked for before or while the reader changes a record does not undo the change', async () => {
  const store = storeWithPost()
  const hidden = async (): Promise<ResourceDocument> => ({
    data: { ...post, attributes: { isHidden: true, number: 2, content: 'Words' } },
  })
  const before = await store.read(hidden)
  const restored: ResourceDocument = { data: { ...post, attributes: { number: 2 } } }
  const request = async () => {
    expect(store.get('posts', '7')?.isHidden).toBeUndefined()
    store.push(await store.read(hidden))
    return restored
  }
  const api = { request } as Pick<Api, 'request'> as Api
  const optimistic = { attributes: { isHidden: undefined } }
  await saveResource({ api, store }, post, { attributes: { isHidden: false } }, { optimistic })
  store.push(before)
  expect(store.get('posts', '7')).toMatchObject({ number: 2, content: 'Words' })
  expect(store.get('posts', '7')?.isHidden).toBeUndefined()

  store.push(await store.read(hidden))
  expect(store.get('posts', '7')?.isHidden).toBe(true)
})

test('a change that fails leaves a record open to answers that are asked for afterwards', async () => {
  const store = storeWithPost()
  const request = () => Promise.reject(new Error('No connection'))
  const api = { request } as Pick<Api, 'request'> as Api
  const save = saveResource({ api, store }, post, { attributes: { number: 3 } }, { optimistic: true })
  await expect(save).rejects.toThrow('No connection')
  expect(store.get('posts', '7')?.number).toBe(2)
  store.push(await store.read(async () => ({ data: { ...post, attributes: { number: 4 } } })))
  expect(store.get('posts', '7')?.number).toBe(4)
})

test('the answer to a change does not undo the next one, which waits for its own', async () => {
  const store = storeWithPost()
  const answers: ((document: ResourceDocument) => void)[] = []
  const request = () => new Promise((resolve) => answers.push(resolve))
  const api = { request } as Pick<Api, 'request'> as Api
  const save = (number: number) =>
    saveResource({ api, store }, post, { attributes: { number } }, { optimistic: true })
  const answer = (index: number, number: number) =>
    answers[index]?.({ data: { ...post, attributes: { number } } })
  const first = save(3)
  const second = save(4)
  answer(0, 3)
  await first
  expect(store.get('posts', '7')?.number).toBe(4)
  answer(1, 5)
  await second
  expect(store.get('posts', '7')?.number).toBe(5)
})

test('of two changes sent at the same time, neither answer undoes what the other one changed', async () => {
  const store = storeWithPost()
  const answers: ((document: ResourceDocument) => void)[] = []
  const request = () => new Promise((resolve) => answers.push(resolve))
  const api = { request } as Pick<Api, 'request'> as Api
  const user = { data: { type: 'users', id: '1' } }
  const former = { data: { type: 'users', id: '2' } }
  const moved = saveResource({ api, store }, post, { attributes: {}, relationships: { user } })
  const numbered = saveResource({ api, store }, post, { attributes: { number: 3 } }, { optimistic: true })
  // The server read each before the other was stored.
  answers[0]?.({ data: { ...post, attributes: { number: 2 }, relationships: { user } } })
  await moved
  answers[1]?.({ data: { ...post, attributes: { number: 3 }, relationships: { user: former } } })
  await numbered
  expect(store.get('posts', '7')).toMatchObject({ number: 3, relationships: { user: user.data } })
})

test('the answer to a change counts after all if the next one fails', async () => {
  const store = storeWithPost()
  const answers: PromiseWithResolvers<ResourceDocument>[] = []
  const request = () => {
    const answer = Promise.withResolvers<ResourceDocument>()
    answers.push(answer)
    return answer.promise
  }
  const api = { request } as unknown as Api
  const save = (number: number) =>
    saveResource({ api, store }, post, { attributes: { number } }, { optimistic: true })
  const saves = [save(3), save(4), save(5)]
  answers[0]?.resolve({ data: { ...post, attributes: { number: 3, content: 'Three' } } })
  await saves[0]
  expect(store.get('posts', '7')).toMatchObject({ number: 5, content: 'Three' })
  answers[1]?.reject(new Error('No connection'))
  await expect(saves[1]).rejects.toThrow('No connection')
  expect(store.get('posts', '7')?.number).toBe(5)
  answers[2]?.reject(new Error('No connection'))
  await expect(saves[2]).rejects.toThrow('No connection')
  expect(store.get('posts', '7')?.number).toBe(3)
})
