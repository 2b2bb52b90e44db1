import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { combineSearch, type SearchDeclaration } from './search.ts'

const text: NonNullable<SearchDeclaration['text']> = async () => ({ ids: [], isRanked: false })
const combine = (section: SearchDeclaration | undefined) =>
  combineSearch('bells', [{ owner: 'bell', section }], new Set(['loud']))
const gambit = (name: string, value?: string) => () =>
  combine({ text, gambits: { [name]: { filter: 'loud', ...(value !== undefined && { value }) } } })

test('there is no search by default', () => {
  expect(combine(undefined)).toBeUndefined()
})

test('the declared gambits and texts of all extensions are combined', () => {
  const search = combineSearch(
    'bells',
    [
      { owner: 'bell', section: { text, gambits: { loud: { filter: 'loud' } } } },
      { owner: 'gong', section: { gambits: { 'is:loud': { filter: 'loud', value: '1' } }, text } },
    ],
    new Set(['loud']),
  )
  expect([...(search?.gambits.keys() ?? [])]).toEqual(['loud', 'is:loud'])
  expect(search?.texts).toEqual([text, text])
})

test('invalid names, values and filters of gambits are faults, and so is a search without texts', () => {
  const point = 'resources › bells › search'
  const shape = 'a name is in lower case, without spaces, quotes or a leading -'
  for (const name of ['-loud', 'Loud', 'is: loud', '"loud"'])
    expectFault('bell', `${point} › gambits › ${name}`, shape, gambit(name))
  const value = 'has a fixed value, but its name takes one from the search'
  expectFault('bell', `${point} › gambits › loud`, value, gambit('loud', '1'))
  expectFault('bell', `${point} › gambits › soft`, "there is no filter 'soft'", () =>
    combine({ text, gambits: { soft: { filter: 'soft' } } }),
  )
  expectFault('bell', point, 'has no text search', () => combine({ gambits: { loud: { filter: 'loud' } } }))
})
