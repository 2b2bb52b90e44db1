import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { notFound } from '../../infrastructure/errors.ts'
import type { Extension } from '../extension.ts'
import { ExtensionHealth } from './extension-health.ts'
import { measureDeclaration } from './measure.ts'

const now = new Date('2024-01-01T10:00:00.000Z')

function measure(declaration: Extension, id = 'probe') {
  const health = new ExtensionHealth(() => now)
  return { health, declaration: measureDeclaration({ id, declaration }, health) }
}

const routeThat = (run: () => never): Extension => ({
  routes: [{ method: 'GET', path: '/api/probe', run }],
})

function call(declaration: Extension): unknown {
  return declaration.routes?.[0]?.run(undefined as never, undefined as never)
}

describe('measured declarations', () => {
  test('count calls and their time, also of promises, and keep results', async () => {
    const { health, declaration } = measure({
      routes: [{ method: 'GET', path: '/api/probe', run: async () => ({ status: 204, empty: true }) }],
    })
    expect(await call(declaration)).toEqual({ status: 204, empty: true })
    const { calls, milliseconds } = health.measured('probe')
    expect(calls).toBe(1)
    expect(milliseconds).toBeGreaterThan(0)
  })

  test('count an error once, with its place, however many handlers it passes through', () => {
    const error = new TypeError('no such thing')
    const { health, declaration } = measure(
      routeThat(() => {
        throw error
      }),
    )
    for (let count = 0; count < 2; count++) expect(() => call(declaration)).toThrow(error)
    expect(health.measured('probe')).toMatchObject({
      calls: 2,
      errors: [
        {
          side: 'server',
          place: 'routes › GET /api/probe › run',
          message: 'TypeError: no such thing',
          count: 1,
          lastAt: now.toISOString(),
        },
      ],
    })
  })

  test('a refusal is no error', () => {
    const { health, declaration } = measure(
      routeThat(() => {
        throw notFound()
      }),
    )
    expect(() => call(declaration)).toThrow('404')
    expect(health.measured('probe').errors).toEqual([])
  })

  test('a part for another extension counts for the extension itself', () => {
    const { health, declaration } = measure(
      routeThat(() => {
        throw new Error('x')
      }),
      'probe+other',
    )
    expect(() => call(declaration)).toThrow('x')
    expect(health.measured('probe').errors).toHaveLength(1)
  })

  test('schemas, migrations and shared functions stay what they are', () => {
    const schema = z.string()
    const up = async () => {}
    const migrations = { '001_x': { up, down: up } }
    const shared = () => undefined
    const { declaration } = measure({
      settings: { 'probe.text': { schema, default: '' } },
      migrations,
      policies: { global: { one: shared, two: shared } },
    })
    expect(declaration.settings?.['probe.text']?.schema).toBe(schema)
    expect(declaration.migrations).toBe(migrations)
    const { one, two } = (declaration.policies?.global ?? {}) as Record<string, unknown>
    expect(one).toBe(two)
    expect(one).not.toBe(shared)
  })
})

describe('the size of measurements', () => {
  test('is bounded, whatever the errors are', () => {
    const health = new ExtensionHealth(() => now)
    for (let count = 0; count < 500; count++)
      health.countError('probe', 'place', new Error(`${count} ${'x'.repeat(5000)}`))
    const { errors } = health.measured('probe')
    expect(errors).toHaveLength(20)
    expect(errors.at(-1)?.message).toMatch(/^Error: 499 x+$/)
    expect(errors.every(({ message }) => message.length <= 300)).toBe(true)
  })

  test('begins anew when it is taken', () => {
    const health = new ExtensionHealth(() => now)
    health.countRequest(['probe'])
    health.countCall('probe', 5)
    expect([...health.take()]).toEqual([['probe', { requests: 1, calls: 1, milliseconds: 5, errors: [] }]])
    expect([...health.take()]).toEqual([])
  })
})
