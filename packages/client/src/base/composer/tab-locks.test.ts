import { expect, test } from 'vitest'
import { browserLocks } from './tab-locks.ts'

test('a released lock is not held any more, even while the browser still reports it', async () => {
  const slowManager = {
    async request(name: string, _options: LockOptions, callback: (lock: Lock | null) => Promise<void>) {
      await callback({ name, mode: 'exclusive' })
      await new Promise(() => {})
    },
    query: async () => ({ held: [{ name: 'draft' }, { name: 'other' }], pending: [] }),
  }
  const locks = browserLocks(slowManager as unknown as LockManager)
  const release = await locks.acquire('draft')
  expect(await locks.heldNames()).toEqual(new Set(['draft', 'other']))
  release?.()
  expect(await locks.heldNames()).toEqual(new Set(['other']))
})
