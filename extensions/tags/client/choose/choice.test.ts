import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asksForTags,
  type Choosable,
  canChoose,
  canSubmit,
  countTags,
  findFault,
  type TagsById,
  withinReach,
  withNeeded,
  withoutTag,
  withParents,
  withTag,
} from './choice.ts'
import { limitsOf } from './limits.ts'

interface Given {
  id: string
  /** A secondary tag has none. */
  position?: number
  parent?: string
}

function tagsOf(given: readonly Given[]): TagsById {
  return new Map(
    given.map(({ id, position, parent }) => {
      const relationships: Choosable['relationships'] = parent ? { parent: { type: 'tags', id: parent } } : {}
      const tag: Choosable = { id, position: position ?? null, isChild: parent !== undefined, relationships }
      return [id, tag]
    }),
  )
}

const trains = { id: 'trains', position: 0 }
const asia = { id: 'asia', position: 0, parent: 'trains' }
const europe = { id: 'europe', position: 1, parent: 'trains' }
const tickets = { id: 'tickets', position: 1 }
const tags = tagsOf([trains, asia, europe, tickets, { id: 'winter' }, { id: 'summer' }])
const usual = limitsOf({ minPrimary: 1, maxPrimary: 1, maxSecondary: 3 })

test('choosing a tag chooses its parent; taking back a parent takes back its children', () => {
  expect(withTag([], 'asia', tags)).toEqual(['trains', 'asia'])
  expect(withTag(['trains', 'winter'], 'asia', tags)).toEqual(['trains', 'winter', 'asia'])
  expect(withTag(['asia', 'trains'], 'asia', tags)).toEqual(['asia', 'trains'])
  expect(withoutTag(['trains', 'asia', 'winter', 'europe'], 'trains', tags)).toEqual(['winter'])
  expect(withoutTag(['trains', 'asia'], 'asia', tags)).toEqual(['trains'])
  expect(withParents(['asia', 'winter'], tags)).toEqual(['trains', 'asia', 'winter'])
})

test('a child whose parent is not visible is chosen alone', () => {
  expect(withTag([], 'asia', tagsOf([asia]))).toEqual(['asia'])
})

test('children count as secondary', () => {
  expect(countTags(['trains', 'asia', 'winter'], tags)).toEqual({ primary: 1, secondary: 2, total: 3 })
})

test('what is missing is primary tags, then secondary ones, then any', () => {
  const limits = limitsOf({ minPrimary: 1, minSecondary: 2, minTotal: 4 })
  expect(findFault(['winter'], tags, limits)).toEqual({ action: 'choose', kind: 'primary', count: 1 })
  expect(findFault(['trains'], tags, limits)).toEqual({ action: 'choose', kind: 'secondary', count: 2 })
  const three = ['trains', 'asia', 'winter']
  expect(findFault(three, tags, limits)).toEqual({ action: 'choose', kind: 'total', count: 1 })
  expect(findFault([...three, 'europe'], tags, limits)).toBeUndefined()
})

test('too many tags are a fault before what is missing', () => {
  const limits = limitsOf({ minSecondary: 1, maxPrimary: 1 })
  expect(findFault(['trains', 'tickets'], tags, limits)).toEqual({
    action: 'remove',
    kind: 'primary',
    count: 1,
  })
})

test('above a maximum no further tag of the kind can be chosen', () => {
  expect(canChoose(['trains'], 'tickets', tags, usual)).toBe(false)
  expect(canChoose(['trains'], 'asia', tags, usual)).toBe(true)
  // It would bring its parent along.
  expect(canChoose(['tickets'], 'asia', tags, usual)).toBe(false)
  expect(canChoose(['trains'], 'winter', tags, limitsOf({ maxTotal: 1 }))).toBe(false)
  // Tags that were chosen under other limits stand in the way of their own kind only.
  expect(canChoose(['trains', 'tickets'], 'winter', tags, usual)).toBe(true)
})

test('a choice can be submitted if it meets the limits, they are bypassed, or it may be empty and is', () => {
  expect(canSubmit(['trains'], tags, usual)).toBe(true)
  expect(canSubmit(['winter'], tags, usual)).toBe(false)
  expect(canSubmit(['winter'], tags, usual, { isBypassing: true })).toBe(true)
  expect(canSubmit(['winter'], tags, usual, { canBeEmpty: true })).toBe(false)
  expect(canSubmit([], tags, usual, { canBeEmpty: true })).toBe(true)
  expect(canSubmit([], tags, usual)).toBe(false)
})

test('a writer is asked for tags where the limits are not met, and where none are chosen of those possible', () => {
  expect(asksForTags(['trains'], tags, usual)).toBe(false)
  expect(asksForTags(['winter'], tags, usual)).toBe(true)
  expect(asksForTags([], tags, limitsOf({}))).toBe(true)
  expect(asksForTags(['winter'], tags, limitsOf({}))).toBe(false)
  expect(asksForTags([], tags, limitsOf({ maxPrimary: 0 }))).toBe(false)
  expect(asksForTags([], tags, limitsOf({ maxSecondary: 0 }))).toBe(false)
})

test('the only primary tag is chosen where one is needed', () => {
  const general = tagsOf([{ id: 'general', position: 0 }])
  expect(withNeeded([], ['general'], general, usual)).toEqual(['general'])
  expect(withNeeded([], ['trains', 'tickets', 'winter'], tags, usual)).toEqual([])
  expect(withNeeded(['winter'], ['trains', 'asia', 'winter'], tags, usual)).toEqual(['winter', 'trains'])
  expect(withNeeded([], ['trains', 'asia'], tags, limitsOf({ minSecondary: 1 }))).toEqual(['trains', 'asia'])
})

const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const
/** Trees of six tags: the first two are primary, the others children of these or secondary. */
const trees = fc.array(fc.constantFrom(undefined, 'a', 'b'), { minLength: 4, maxLength: 4 }).map((parents) =>
  tagsOf([
    { id: 'a', position: 0 },
    { id: 'b', position: 1 },
    ...ids.slice(2).map((id, index) => {
      const parent = parents[index]
      return parent === undefined ? { id } : { id, position: index, parent }
    }),
  ]),
)
const numbers = fc.integer({ min: 0, max: 4 })
const ranges = fc.tuple(numbers, numbers).map(([one, other]) => [Math.min(one, other), Math.max(one, other)])
const limits = fc.tuple(ranges, ranges).map(([[minPrimary, maxPrimary], [minSecondary, maxSecondary]]) =>
  limitsOf({
    minPrimary: minPrimary ?? 0,
    maxPrimary: maxPrimary ?? 0,
    minSecondary: minSecondary ?? 0,
    maxSecondary: maxSecondary ?? 0,
  }),
)

function hasParents(chosen: readonly string[], all: TagsById): boolean {
  return withParents(chosen, all).length === chosen.length
}

test('whatever is chosen and taken back, no child stands without its parent, and no maximum is exceeded', () => {
  const actions = fc.array(fc.tuple(fc.boolean(), fc.constantFrom(...ids)), { maxLength: 20 })
  fc.assert(
    fc.property(trees, limits, actions, (all, bounds, steps) => {
      let chosen: readonly string[] = []
      for (const [isAdded, id] of steps) {
        if (!isAdded) chosen = withoutTag(chosen, id, all)
        else if (canChoose(chosen, id, all, bounds)) chosen = withTag(chosen, id, all)
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(hasParents(chosen, all)).toBe(true)
        expect(findFault(chosen, all, bounds)?.action).not.toBe('remove')
      }
    }),
  )
})

test('what is needed is part of each choice that meets the limits; without children, where there is one, it is that', () => {
  fc.assert(
    fc.property(trees, limits, (all, bounds) => {
      const subsets = Array.from({ length: 2 ** ids.length }, (_, bits) =>
        ids.filter((__, bit) => bits & (1 << bit)),
      )
      const valid = subsets.filter(
        (chosen) => hasParents(chosen, all) && findFault(chosen, all, bounds) === undefined,
      )
      const needed = withNeeded([], ids, all, bounds)
      for (const chosen of valid) expect(chosen).toEqual(expect.arrayContaining([...needed]))
      const isFlat = [...all.values()].every(({ isChild }) => !isChild)
      if (isFlat && valid.length === 1) expect([...needed].sort()).toEqual(valid[0])
    }),
  )
})

test('no more secondary tags are needed than can be chosen', () => {
  const limits = limitsOf({ minPrimary: 1, minSecondary: 3 })
  const reach = (ids: string[]) => withinReach(limits, ids, tags)
  expect(reach(['trains', 'winter'])).toEqual({ ...limits, minSecondary: 1 })
  expect(reach(['trains']).minSecondary).toBe(0)
  expect(findFault(['trains', 'winter'], tags, reach(['trains', 'winter', 'summer']))).toEqual({
    action: 'choose',
    kind: 'secondary',
    count: 1,
  })
})
