import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('only so many pieces of work run at the same time', async () => {
  const turns = new Turns(2)
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
  }
  const fails = () => work().then(() => Promise.reject(new Error('no')))
  const all = [...Array.from({ length: 5 }, () => turns.run(work)), turns.run(fails), turns.run(work)]
  const results = await Promise.allSettled(all)
  expect([most, running]).toEqual([2, 0])
  expect(results.map(({ status }) => status)).toEqual([
    ...Array(5).fill('fulfilled'),
    'rejected',
    'fulfilled',
  ])
})
