import { expect, expectTypeOf, test } from 'vitest'
import { combineServices, defineService, type ProvidedService } from './services.ts'

interface Labels {
  open(title: string): string
}
const labels = defineService<Labels>('labels')
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
  const { services } = combine(['labels'])
  expect(services.size).toBe(0)
  expect(() => labels.of({ services })).toThrow('services › labels: not provided')
})

test('one that is provided is there, with its types', () => {
  const { services, faults } = combine(['labels', [labels.provide({ open })]])
  expect(labels.of({ services }).open('music')).toBe('opened music')
  expect(faults).toEqual([])
  expectTypeOf(labels.of({ services }).open).parameters.toEqualTypeOf<[string]>()
  expectTypeOf(labels.provide).parameter(0).toEqualTypeOf<Labels>()
})

test.each<[string, ...Parameters<typeof combine>]>([
  ['of another extension', ['mentions', [labels.provide({ open })]]],
  ['the service itself, and offers nothing', ['labels', [labels as unknown as ProvidedService]]],
])('one that is %s is reported, and left out', (_what, ...sources) => {
  const { services, faults } = combine(...sources)
  expect(services.size).toBe(0)
  expect(faults).toEqual([`${sources[0]?.[0]}: services › labels: empty, not its own, or provided twice`])
})

test('of two with one name the first stays', () => {
  const { services, faults } = combine(
    ['labels', [labels.provide({ open })]],
    ['labels', [labels.provide({ open: () => 'other' })]],
  )
  expect(labels.of({ services }).open('music')).toBe('opened music')
  expect(faults).toHaveLength(1)
})
