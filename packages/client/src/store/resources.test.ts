import type { ResourceDocument } from '@parley/shared'
import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { saveResource } from './resources.ts'
import { Store } from './store.ts'

test('what a write removes stays removed, also when an earlier response arrives meanwhile', async () => {
  const store = new Store()
  store.register('posts')
  const post = { type: 'posts', id: '7' } as const
  store.pushResource({ ...post, attributes: { isHidden: true, number: 2 } })
  const restored: ResourceDocument = { data: { ...post, attributes: { number: 2 } } }
  const request = async () => {
    expect(store.get('posts', '7')?.isHidden).toBeUndefined()
    store.pushResource({ ...post, attributes: { isHidden: true, number: 2 } })
    return restored
  }
  const api = { request } as Pick<Api, 'request'> as Api
  const optimistic = { attributes: { isHidden: undefined } }
  await saveResource({ api, store }, post, { attributes: { isHidden: false } }, { optimistic })
  expect(store.get('posts', '7')).toMatchObject({ number: 2 })
  expect(store.get('posts', '7')?.isHidden).toBeUndefined()
})
