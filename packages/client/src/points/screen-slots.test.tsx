import { expect, test } from 'vitest'
import { ChunkLoadError } from '../store/connection/load-chunk.ts'
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

test('adds the items of a screen when it is loaded, in order of priority', async () => {
  const sources = sourcesOf(
    [
      undefined,
      {
        slots: [Place.add('first', Nothing, { priority: 10 })],
        screenSlots: { user: async () => ({ default: [Place.add('late', Nothing, { priority: 5 })] }) },
      },
    ],
    ['lists', { slots: [Place.add('last', Nothing, { priority: 1 })] }],
  )
  const slots = new Slots(sources, fail)
  expect(keysIn(slots)).toEqual(['first', 'last'])
  await slots.loadFor('index', fail)
  expect(keysIn(slots)).toEqual(['first', 'last'])
  await slots.loadFor('user', fail)
  expect(keysIn(slots)).toEqual(['first', 'late', 'last'])
})

test('preloading fills no slots, and leaves faults to be reported by loadFor', async () => {
  const faulty: string[] = []
  const screenSlots = {
    user: async () => {
      throw new Error('broken')
    },
  }
  const slots = new Slots(sourcesOf(['odd', { screenSlots }]), fail)
  await expect(slots.preloadFor('user.posts')).rejects.toThrow('broken')
  expect(keysIn(slots)).toEqual([])
  await slots.loadFor('user.posts', (extension) => faulty.push(extension))
  expect(faulty).toEqual(['odd'])
})

test('code that the network does not bring is no fault, and is loaded with the next screen', async () => {
  let isOffline = true
  const screenSlots = {
    user: async () => {
      if (isOffline) throw new ChunkLoadError('missing')
      return { default: [Place.add('late', Nothing)] }
    },
  }
  const slots = new Slots(sourcesOf(['far', { screenSlots }]), fail)
  expect(await slots.loadFor('user', fail)).toBeInstanceOf(ChunkLoadError)
  expect(keysIn(slots)).toEqual([])
  isOffline = false
  expect(await slots.loadFor('user', fail)).toBeUndefined()
  expect(keysIn(slots)).toEqual(['late'])
})

test('an extension removes an item that the core adds later', async () => {
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

test('a screen loads without an extension that fails, and retries it the next time', async () => {
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

test('a screen fails if an item of the core cannot be loaded', async () => {
  const screenSlots = { user: () => Promise.reject(new Error('gone')) }
  const slots = new Slots(sourcesOf([undefined, { screenSlots }]), fail)
  await expect(slots.loadFor('user', fail)).rejects.toThrow('gone')
})
