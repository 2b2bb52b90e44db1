import { expectFault } from '@parley/testing/expect-fault'
import { expect, expectTypeOf, test } from 'vitest'
import type { Points } from '../extension-point.ts'
import { combineServices, defineService, type ProvidedService } from './services.ts'

interface Bells {
  ring(times: number): string
}
const bells = defineService<Bells>('bell')
const ring = (times: number) => 'dong'.repeat(times)

const combine = (...sections: (readonly ProvidedService[] | undefined)[]) =>
  combineServices(
    sections.map((section, index) => ({ owner: index === 0 ? 'bell' : `bell${index}`, section })),
  )

const contextWith = (services: ReadonlyMap<string, object>) => ({ forum: { points: { services } as Points } })

test('there are none by default, and asking for one says which extension lacks it', () => {
  const context = contextWith(combine(undefined))
  expectFault('bell', 'services › bell', 'is not provided', () => bells.of(context))
})

test('one that is provided is there, with its types', () => {
  const context = contextWith(combine([bells.provide({ ring })]))
  expect(bells.of(context).ring(2)).toBe('dongdong')
  expectTypeOf(bells.of(context).ring).parameters.toEqualTypeOf<[number]>()
  expectTypeOf(bells.provide).parameter(0).toEqualTypeOf<Bells>()
})

test('an extension may have several, each named after it', () => {
  const towers = defineService<object>('bell.towers')
  expect([...combine([bells.provide({ ring }), towers.provide({})]).keys()]).toEqual(['bell', 'bell.towers'])
})

test('one that is named after another extension is a fault', () => {
  const foreign = defineService<object>('bells.towers')
  expectFault(
    'bell',
    'services › bells.towers',
    "is not named after the extension: 'bell', or 'bell.…'",
    () => combine([foreign.provide({})]),
  )
})

test('one that is provided twice is a fault, also by a part', () => {
  const provided = bells.provide({ ring })
  expectFault('bell', 'services › bell', 'is provided already', () => combine([provided, provided]))
  const part = { owner: 'bell+gong', section: [provided] }
  expectFault('bell+gong', 'services › bell', 'is provided already', () =>
    combineServices([{ owner: 'bell', section: [provided] }, part]),
  )
})

test('a service in place of what it provides is a fault', () => {
  expectFault('bell', 'services › bell', "offers nothing: use 'provide'", () =>
    combine([bells as unknown as ProvidedService]),
  )
})
