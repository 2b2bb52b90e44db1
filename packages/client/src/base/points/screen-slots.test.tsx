import { expect, test } from 'vitest'
import type { ClientExtension } from './extension.ts'
import { Slots } from './screen-slots.ts'
import { createSlot } from './slots.tsx'

const Place = createSlot('Place')
const Nothing = () => null

function sourcesOf(...extensions: [id: string | undefined, extension: ClientExtension][]) {
  return extensions.map(([id, extension]) => ({ id, extension }))
}

function keysIn(slots: Slots): string[] {
  return (slots.get('Place') ?? []).map(({ key }) => key)
}

const fail = (extension: string, error: unknown) => {
  throw new Error(`${extension} failed`, { cause: error })
}

test('what a screen brings is not there before, and in its place afterwards', async () => {
  const sources = sourcesOf(
    [
      undefined,
      {
        slots: [Place.add('first', Nothing, 10)],
        screenSlots: { user: async () => ({ default: [Place.add('late', Nothing, 5)] }) },
      },
    ],
    ['lists', { slots: [Place.add('last', Nothing, 1)] }],
  )
  const slots = new Slots(sources, fail)
  expect(keysIn(slots)).toEqual(['first', 'last'])
  await slots.loadFor('index', fail)
  expect(keysIn(slots)).toEqual(['first', 'last'])
  await slots.loadFor('user', fail)
  expect(keysIn(slots)).toEqual(['first', 'late', 'last'])
})

test('loading code ahead changes nothing, and leaves what is wrong to be told later', async () => {
  const told: string[] = []
  const screenSlots = {
    user: async () => {
      throw new Error('broken')
    },
  }
  const slots = new Slots(sourcesOf(['odd', { screenSlots }]), fail)
  await expect(slots.preloadFor('user.posts')).rejects.toThrow('broken')
  expect(keysIn(slots)).toEqual([])
  await slots.loadFor('user.posts', (extension) => told.push(extension))
  expect(told).toEqual(['odd'])
})

test('an extension takes away what the core brings later', async () => {
  const sources = sourcesOf(
    [undefined, { screenSlots: { user: async () => ({ default: [Place.add('late', Nothing)] }) } }],
    ['tidy', { slots: [Place.remove('late')] }],
  )
  const slots = new Slots(sources, fail)
  await slots.loadFor('user', fail)
  expect(keysIn(slots)).toEqual([])
})

test('two screens may share a module', async () => {
  const items = { default: [Place.add('shared', Nothing)] }
  const screenSlots = { user: async () => items, 'user.discussions': async () => items }
  const slots = new Slots(sourcesOf([undefined, { screenSlots }]), fail)
  await slots.loadAll(fail)
  expect(keysIn(slots)).toEqual(['shared'])
})

test('a screen goes on without an extension that fails, and asks again next time', async () => {
  let isBroken = true
  const screenSlots = {
    user: async () => {
      if (isBroken) throw new Error('gone')
      return { default: [Place.add('late', Nothing)] }
    },
  }
  const slots = new Slots(sourcesOf(['odd', { screenSlots }]), fail)
  const faults: string[] = []
  await slots.loadFor('user', (extension) => faults.push(extension))
  expect(faults).toEqual(['odd'])
  isBroken = false
  await slots.loadFor('user', fail)
  expect(keysIn(slots)).toEqual(['late'])
})

test('what the core itself cannot load fails the screen', async () => {
  const screenSlots = { user: () => Promise.reject(new Error('gone')) }
  const slots = new Slots(sourcesOf([undefined, { screenSlots }]), fail)
  await expect(slots.loadFor('user', fail)).rejects.toThrow('gone')
})
