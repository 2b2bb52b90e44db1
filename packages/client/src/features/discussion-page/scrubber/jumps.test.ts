import { expect, test } from 'vitest'
import type { Entry } from '../../../base/router/entry.ts'
import { newEntry } from '../../../base/router/router.ts'
import { Jumps } from './jumps.ts'

function openJumps(number: number, { arrives = true } = {}) {
  const calls: string[] = []
  let time = 0
  let entry: Entry = newEntry('/d/7')
  const position = { state: { number, createdAt: undefined } }
  const jumps = new Jumps({
    router: {
      get state() {
        return { entry, isSlow: false, cause: 'place' as const }
      },
      currentPlace: () => 'place',
      enterPlace(url, left) {
        entry = newEntry(url)
        calls.push(`enter ${url} from ${left}`)
      },
      rewrite: (url) => calls.push(`rewrite ${url}`),
      back: (url) => calls.push(`back ${url}`),
    },
    stream: {
      goTo: async (target) => {
        if (arrives) position.state = { number: target.number, createdAt: undefined }
        return arrives
      },
    },
    position,
    path: (near) => `/d/7/${near}`,
    now: () => time,
  })
  const wait = (milliseconds: number) => {
    time += milliseconds
  }
  return { jumps, calls, wait, offered: () => jumps.state.previousPlace?.number }
}

test('a jump makes a history entry and offers the way back', async () => {
  const { jumps, calls, offered } = openJumps(47)
  await jumps.goTo(300)
  expect(calls).toEqual(['rewrite /d/7/47', 'enter /d/7/300 from place'])
  expect(offered()).toBe(47)
  jumps.goBack()
  expect(calls.at(-1)).toBe('back /d/7/47')
  expect(offered()).toBeUndefined()
})

test('several jumps in search of a place have one way back', async () => {
  const { jumps, calls, wait, offered } = openJumps(47)
  await jumps.goTo(300)
  wait(2000)
  await jumps.goTo(150)
  expect(calls.slice(2)).toEqual(['rewrite /d/7/150'])
  expect(offered()).toBe(47)
  wait(6000)
  await jumps.goTo(1)
  expect(calls.slice(3)).toEqual(['rewrite /d/7/150', 'enter /d/7/1 from place'])
  expect(offered()).toBe(150)
})

test('short moves and jumps that fail offer nothing', async () => {
  const short = openJumps(47)
  await short.jumps.goTo(52)
  expect(short.calls).toEqual(['rewrite /d/7/52'])
  expect(short.offered()).toBeUndefined()
  const failed = openJumps(47, { arrives: false })
  await failed.jumps.goTo(300)
  expect(failed.calls).toEqual([])
  expect(failed.offered()).toBeUndefined()
})
