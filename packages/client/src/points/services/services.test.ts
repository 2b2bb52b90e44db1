import { expect, expectTypeOf, test } from 'vitest'
import { combineServices, defineService, type ProvidedService } from './services.ts'

interface Tags {
  open(title: string): string
}
const tags = defineService<Tags>('tags')
const open = (title: string) => `opened ${title}`

function combine(...sources: [id: string, services?: readonly ProvidedService[]][]) {
  const faults: string[] = []
  const services = combineServices(
    sources.map(([id, provided]) => ({ id, extension: provided ? { services: provided } : {} })),
    (id, error) => faults.push(`${id}: ${(error as Error).message}`),
  )
  return { services, faults }
}

test('there are none by default, and asking for one says which is missing', () => {
  const { services } = combine(['tags'])
  expect(services.size).toBe(0)
  expect(() => tags.of({ services })).toThrow('services › tags: not provided')
})

test('one that is provided is there, with its types', () => {
  const { services, faults } = combine(['tags', [tags.provide({ open })]])
  expect(tags.of({ services }).open('music')).toBe('opened music')
  expect(faults).toEqual([])
  expectTypeOf(tags.of({ services }).open).parameters.toEqualTypeOf<[string]>()
  expectTypeOf(tags.provide).parameter(0).toEqualTypeOf<Tags>()
})

test.each<[string, ...Parameters<typeof combine>]>([
  ['of another extension', ['mentions', [tags.provide({ open })]]],
  ['the service itself, and offers nothing', ['tags', [tags as unknown as ProvidedService]]],
])('one that is %s is reported, and left out', (_what, ...sources) => {
  const { services, faults } = combine(...sources)
  expect(services.size).toBe(0)
  expect(faults).toEqual([`${sources[0]?.[0]}: services › tags: empty, not its own, or provided twice`])
})

test('of two with one name the first stays', () => {
  const { services, faults } = combine(
    ['tags', [tags.provide({ open })]],
    ['tags', [tags.provide({ open: () => 'other' })]],
  )
  expect(tags.of({ services }).open('music')).toBe('opened music')
  expect(faults).toHaveLength(1)
})
