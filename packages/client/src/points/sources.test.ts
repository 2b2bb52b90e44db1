import { expect, test } from 'vitest'
import type { ClientExtension } from './extension.ts'
import { collectSources, loadExtensions } from './sources.ts'

const part: ClientExtension = { gambits: {} }
const loaded: string[] = []
const load = (id: string) => async () => {
  loaded.push(id)
  return { default: part }
}
const modules: Record<string, ClientExtension> = {
  tabs: {},
  labels: { when: { tabs: load('labels+tabs'), mentions: load('labels+mentions') } },
  mentions: {},
}

async function sourcesOf(...enabled: string[]) {
  const { installed, faults } = await loadExtensions(modules, (id) => enabled.includes(id))
  expect(faults).toEqual([])
  return collectSources([], installed, enabled).map(({ id, extension }) => [id, extension === part])
}

test('a part comes behind both extensions, in either order', async () => {
  expect(await sourcesOf('tabs', 'labels', 'mentions')).toEqual([
    ['tabs', false],
    ['labels', false],
    ['labels', true],
    ['mentions', false],
    ['labels', true],
  ])
})

test('a browser does not load a part while one of the two extensions is disabled', async () => {
  loaded.length = 0
  expect(await sourcesOf('labels', 'mentions')).toHaveLength(3)
  expect(await sourcesOf('tabs', 'mentions')).toHaveLength(2)
  expect(loaded).toEqual(['labels+mentions'])
})

test.each<[string, () => Promise<{ default: ClientExtension }>, string]>([
  ['cannot be loaded', () => Promise.reject(new Error('gone')), 'gone'],
  ['has parts of its own', async () => ({ default: { when: {} } }), 'when › tabs: a part has no parts'],
  ['exports no declaration', async () => ({}) as { default: ClientExtension }, 'when'],
])('the forum starts without a part that %s, and reports it', async (_what, loadPart, message) => {
  const faulty = { labels: { when: { tabs: loadPart } }, tabs: {} }
  const { installed, faults } = await loadExtensions(faulty, () => true)
  expect(collectSources([], installed, ['tabs', 'labels'])).toHaveLength(2)
  expect(faults).toEqual([
    { extension: 'labels', error: expect.objectContaining({ message: expect.stringContaining(message) }) },
  ])
})
