import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { byteBudgets, measureFirstView } from './byte-budgets.ts'
import { makeRepository } from './fixture.ts'

const noise = (bytes: number) => randomBytes(bytes).toString('latin1')

function build(files: Record<string, string>) {
  return makeRepository({
    'vite.config.ts': '',
    'dist/client/.vite/manifest.json': JSON.stringify({
      'packages/client/src/app/entry-client.tsx': {
        file: 'assets/entry.js',
        src: 'packages/client/src/app/entry-client.tsx',
        isEntry: true,
        imports: ['_runtime.js', '_shared.js'],
        css: ['assets/entry.css'],
      },
      '_runtime.js': { file: 'assets/runtime.js', name: 'runtime' },
      '_shared.js': { file: 'assets/shared.js', imports: ['_extensions.js'], css: ['assets/entry.css'] },
      '_extensions.js': { file: 'assets/extensions.js', name: 'extensions' },
      'admin.tsx': { file: 'assets/admin.js', src: 'packages/client/src/admin/admin.tsx' },
    }),
    'dist/client/assets/entry.js': '1',
    'dist/client/assets/runtime.js': '1',
    'dist/client/assets/shared.js': '1',
    'dist/client/assets/extensions.js': '1',
    'dist/client/assets/admin.js': noise(300_000),
    'dist/client/assets/entry.css': 'a{}',
    ...files,
  })
}

test('a small first view is within its budgets, regardless of lazy chunks', async () => {
  expect(await byteBudgets.find(build({}))).toEqual([])
})

test('each part has its own budget, and scripts have one together', async () => {
  const repository = build({
    'dist/client/assets/runtime.js': noise(80_000),
    'dist/client/assets/shared.js': noise(48_500),
    'dist/client/assets/extensions.js': noise(30_000),
    'dist/client/assets/entry.css': noise(21_000),
  })
  const faults = await byteBudgets.find(repository)
  expect(faults.map(({ message }) => message.replace(/:.*/, ''))).toEqual([
    'first view, js',
    'first view, css',
    'first view, runtime',
    'first view, core',
    'first view, extensions',
  ])
})

test('style sheets count once', () => {
  const sizes = measureFirstView(build({ 'dist/client/assets/entry.css': noise(5000) }))
  expect(sizes.get('css')).toBeLessThan(9000)
})

test('the one style sheet of the whole build counts', () => {
  const manifest = { 'style.css': { file: 'assets/style.css', src: 'style.css' } }
  const repository = build({
    'dist/client/.vite/manifest.json': JSON.stringify(manifest),
    'dist/client/assets/style.css': noise(5000),
  })
  expect(measureFirstView(repository).get('css')).toBeGreaterThan(4000)
})

test('a missing build is a fault', async () => {
  expect(await byteBudgets.find(makeRepository({ 'vite.config.ts': '' }))).toHaveLength(1)
})

test('the administration area has budgets of its own', async () => {
  const repository = build({
    'dist/client/.vite/admin.json': JSON.stringify({
      'site/entry-admin.ts': { file: 'assets/admin-entry.js', isEntry: true },
    }),
    'dist/client/assets/admin-entry.js': noise(120_000),
  })
  const faults = await byteBudgets.find(repository)
  expect(faults.map(({ message }) => message.replace(/:.*/, ''))).toEqual(['administration, js'])
})
