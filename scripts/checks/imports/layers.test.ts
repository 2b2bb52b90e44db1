import { describe, expect, test } from 'vitest'
import { makeRepository, manifest } from '../fixture.ts'
import { layerDirections } from './layers.ts'

const packages = {
  'packages/shared/package.json': manifest('@parley/shared', { exports: { '.': './src/index.ts' } }),
  'packages/shared/src/index.ts': 'export const words = 1',
  'packages/server/package.json': manifest('@parley/server', { exports: { '.': './src/index.ts' } }),
  'packages/server/src/index.ts': 'export const forum = 1',
  'packages/client/package.json': manifest('@parley/client', { exports: { '.': './src/index.ts' } }),
  'packages/client/src/index.ts': 'export const app = 1',
}

async function messages(files: Record<string, string>): Promise<string[]> {
  const faults = await layerDirections.find(makeRepository({ ...packages, ...files }))
  return faults.map(({ file, line, message }) => `${file}:${line ?? ''} ${message}`)
}

describe('between packages', () => {
  test('server and client import shared, never each other, not even types', async () => {
    expect(
      await messages({
        'packages/server/src/assembly/forum.ts':
          "import '@parley/shared'\nimport type { A } from '@parley/client'\nexport type B = A",
      }),
    ).toEqual(['packages/server/src/assembly/forum.ts:2 server may not import client'])
  })

  test('an import of another package by path is reported', async () => {
    expect(
      await messages({ 'packages/client/src/app/app.tsx': "import '../../../shared/src/index.ts'" }),
    ).toEqual([expect.stringContaining('imports shared by path')])
  })

  test('nothing under packages imports an extension or the site', async () => {
    const found = await messages({
      'extensions/lock/package.json': manifest('@parley/lock', { exports: { '.': './shared.ts' } }),
      'extensions/lock/shared.ts': 'export {}',
      'site/cli.ts': 'export {}',
      'packages/server/src/assembly/forum.ts': "import '@parley/lock'\nimport '../../../../site/cli.ts'",
    })
    expect(found).toEqual([
      expect.stringContaining('server may not import extensions'),
      expect.stringContaining('server may not import site'),
    ])
  })
})

describe('inside a package', () => {
  test('a layer may import itself and the layers below it, also for types', async () => {
    const found = await messages({
      'packages/server/src/infrastructure/db/open.ts':
        "import '../../points/fields.ts'\nimport type { A } from '../../features/posts/table.ts'\nexport type B = A",
      'packages/server/src/points/fields.ts': "import '../engine/server.ts'",
      'packages/server/src/engine/server.ts': "import '../features/posts/table.ts'",
      'packages/server/src/features/posts/table.ts':
        "import '../../assembly/forum.ts'\nimport '../../infrastructure/db/open.ts'\nimport './scope.ts'",
      'packages/server/src/features/posts/scope.ts': 'export {}',
      'packages/server/src/assembly/forum.ts': "import '../features/posts/table.ts'\nimport '../cli/main.ts'",
      'packages/server/src/cli/main.ts': "import '../assembly/forum.ts'",
      'packages/client/src/ui/Button.tsx': "import '../features/posts/Post.tsx'\nimport '../store/store.ts'",
      'packages/client/src/features/posts/Post.tsx': "import '../../ui/Button.tsx'",
      'packages/client/src/store/store.ts': 'export {}',
    })
    expect(found).toEqual([
      expect.stringContaining('ui/Button.tsx:1 ui may not import features'),
      expect.stringContaining('assembly/forum.ts:2 assembly may not import cli'),
      expect.stringContaining('engine/server.ts:1 engine may not import features'),
      expect.stringContaining('posts/table.ts:1 features may not import assembly'),
      expect.stringContaining('db/open.ts:1 infrastructure may not import points'),
      expect.stringContaining('db/open.ts:2 infrastructure may not import features'),
      expect.stringContaining('points/fields.ts:1 points may not import engine'),
    ])
  })

  test('tests may import any layer', async () => {
    expect(
      await messages({
        'packages/server/src/infrastructure/db/open.test.ts': "import '../../features/posts/table.ts'",
        'packages/server/src/features/posts/table.ts': 'export {}',
      }),
    ).toEqual([])
  })

  test('any file outside of the layers is reported', async () => {
    expect(
      await messages({
        'packages/server/src/queue.ts': 'export {}',
        'packages/client/src/helpers/helpers.css': 'a {}',
        'packages/shared/src/anything.ts': 'export {}',
      }),
    ).toEqual([
      'packages/client/src/helpers/helpers.css: is in none of the layers store, points, base, ui, features, admin, app',
      'packages/server/src/queue.ts: is in none of the layers infrastructure, points, engine, features, assembly, cli',
    ])
  })

  test('no file imports the index.ts of its own package, by path or by name', async () => {
    const found = await messages({
      'packages/server/src/features/a.ts': "import '../index.ts'",
      'packages/server/src/features/b.test.ts': "import '@parley/server'",
    })
    expect(found).toHaveLength(3)
  })
})

describe('extensions', () => {
  const lock = { 'extensions/lock/package.json': manifest('@parley/lock') }

  test('the two sides meet only in shared.ts and markup.ts', async () => {
    const found = await messages({
      ...lock,
      'extensions/lock/server.ts': "import '@parley/server'\nimport './rules.ts'\nimport './shared.ts'",
      'extensions/lock/client.tsx': "import '@parley/client'\nimport './rules.ts'\nimport './shared.ts'",
      'extensions/lock/rules.ts': 'export {}',
      'extensions/lock/shared.ts': "import '@parley/shared'",
    })
    expect(found).toEqual([expect.stringContaining('extensions/lock/rules.ts: is imported by both sides')])
  })

  test('a side does not import the package of the other side', async () => {
    const found = await messages({
      ...lock,
      'extensions/lock/client.tsx': "import './form.tsx'",
      'extensions/lock/form.tsx': "import '@parley/server'",
      'extensions/lock/shared.ts': "import '@parley/client'",
    })
    expect(found).toEqual([
      expect.stringContaining('form.tsx:1 the client side may not import server'),
      expect.stringContaining('shared.ts:1 the server side may not import client'),
    ])
  })

  test('one extension does not import another', async () => {
    const found = await messages({
      ...lock,
      'extensions/sticky/package.json': manifest('@parley/sticky'),
      'extensions/sticky/server.ts': "import '../lock/server.ts'",
      'extensions/lock/server.ts': 'export {}',
    })
    expect(found).toEqual([expect.stringContaining('an extension imports another, lock: only')])
  })
})
