import { expectFault } from '@parley/testing/expect-fault'
import { describe, expect, test } from 'vitest'
import { ExtensionError } from '../infrastructure/errors.ts'
import type { Extension, InstalledExtension } from './extension.ts'
import { orderExtensions, resolveDeclarations } from './order-extensions.ts'

type Manifest = Partial<Pick<InstalledExtension, 'requires' | 'optional' | 'declaration'>>

const installed = (id: string, manifest: Manifest = {}): InstalledExtension => ({
  id,
  title: id,
  version: '1.0.0',
  declaration: {},
  ...manifest,
})

const order = (...extensions: InstalledExtension[]) => orderExtensions(extensions).map(({ id }) => id)

describe('order', () => {
  test('is by id by default', () => {
    expect(order(installed('c'), installed('a'), installed('b'))).toEqual(['a', 'b', 'c'])
    expect(order()).toEqual([])
  })

  test('puts an extension after those it requires, through several steps', () => {
    expect(
      order(installed('a', { requires: ['b'] }), installed('b', { requires: ['c'] }), installed('c')),
    ).toEqual(['c', 'b', 'a'])
  })

  test('puts requirements in order of their ids', () => {
    expect(order(installed('a', { requires: ['z', 'y'] }), installed('y'), installed('z'))).toEqual([
      'y',
      'z',
      'a',
    ])
  })

  test('puts an extension after the optional ones that are enabled', () => {
    expect(order(installed('a', { optional: ['b', 'absent'] }), installed('b'))).toEqual(['b', 'a'])
  })

  test('prefers a requirement to an optional dependency', () => {
    expect(order(installed('a', { optional: ['b'] }), installed('b', { requires: ['a'] }))).toEqual([
      'a',
      'b',
    ])
  })

  test('prefers a requirement to a chain of optional dependencies, and keeps the other ones', () => {
    expect(
      order(
        installed('a', { optional: ['p'] }),
        installed('p', { optional: ['q'] }),
        installed('q', { optional: ['r'] }),
        installed('r', { requires: ['p'] }),
      ),
    ).toEqual(['p', 'a', 'r', 'q'])
  })

  test('does not depend on the order in which extensions are given', () => {
    const all = [
      installed('x', { optional: ['y'] }),
      installed('y', { optional: ['x'] }),
      installed('z', { requires: ['y'] }),
    ]
    const expected = order(...all)
    expect(order(...[...all].reverse())).toEqual(expected)
    expect(expected.indexOf('y')).toBeLessThan(expected.indexOf('z'))
  })

  test('a missing requirement is a fault', () => {
    expectFault('a', 'requires', "'b' is not enabled", () => order(installed('a', { requires: ['b'] })))
  })

  test('a cycle is a fault', () => {
    expectFault('a', 'requires', 'is circular', () =>
      order(installed('a', { requires: ['b'] }), installed('b', { requires: ['a'] })),
    )
  })

  test('a cycle is a fault of an extension in it, not of one that requires it', () => {
    expectFault('b', 'requires', 'is circular', () =>
      order(
        installed('a', { requires: ['b'] }),
        installed('b', { requires: ['c'] }),
        installed('c', { requires: ['b'] }),
      ),
    )
  })

  test('an unknown section is a fault', () => {
    expectFault('a', 'resource', 'is not a section of an extension', () =>
      order(installed('a', { declaration: { resource: {} } as Extension })),
    )
  })

  test('an unknown section with the name of an inherited property is a fault, too', () => {
    expectFault('a', 'toString', 'is not a section of an extension', () =>
      order(installed('a', { declaration: { toString: {} } as unknown as Extension })),
    )
  })
})

describe('when', () => {
  const part: Extension = { permissions: { both: {} } }
  const bell = installed('bell', { declaration: { when: { gong: async () => ({ default: part }) } } })

  test('adds nothing while the other extension is disabled', async () => {
    expect((await resolveDeclarations([bell])).map(({ id }) => id)).toEqual(['bell'])
  })

  test('adds its part behind both extensions while the other one is enabled', async () => {
    const [gong, last] = [installed('gong'), installed('last')]
    const ids = async (...all: InstalledExtension[]) => (await resolveDeclarations(all)).map(({ id }) => id)
    expect(await ids(bell, gong, last)).toEqual(['bell', 'gong', 'bell+gong', 'last'])
    expect(await ids(gong, last, bell)).toEqual(['gong', 'last', 'bell', 'bell+gong'])
    expect((await resolveDeclarations([gong, bell])).at(-1)).toEqual({ id: 'bell+gong', declaration: part })
  })

  test('two extensions may have a part for each other', async () => {
    const gong = installed('gong', { declaration: { when: { bell: async () => ({ default: {} }) } } })
    const ids = (await resolveDeclarations([bell, gong])).map(({ id }) => id)
    expect(ids).toEqual(['bell', 'gong', 'bell+gong', 'gong+bell'])
  })

  test('a part for the extension itself is a fault', () => {
    const own = installed('bell', { declaration: { when: { bell: async () => ({ default: {} }) } } })
    expectFault('bell', 'when › bell', 'is the extension itself', () => order(own))
  })

  test.each<[string, string, string, unknown]>([
    ['without a declaration', 'when › gong', 'exports no declaration', undefined],
    ['with an unknown section', 'when › gong › resource', 'is not a section of a part', { resource: {} }],
    ['with parts of its own', 'when › gong › when', 'is not a section of a part', { when: {} }],
  ])('a part %s is a fault', async (_what, section, reason, declaration) => {
    const load = async () => ({ default: declaration as Extension })
    const faulty = installed('bell', { declaration: { when: { gong: load } } })
    const failure = await resolveDeclarations([faulty, installed('gong')]).catch((error: unknown) => error)
    expect(failure).toMatchObject({ owner: 'bell', section, message: `bell › ${section}: ${reason}` })
  })

  test('a part that cannot be loaded is a fault', async () => {
    const cause = new Error('broken')
    const broken = installed('bell', { declaration: { when: { gong: () => Promise.reject(cause) } } })
    const failure = await resolveDeclarations([broken, installed('gong')]).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ExtensionError)
    expect(failure).toMatchObject({ owner: 'bell', section: 'when › gong', cause })
  })
})
