import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { escapeHatches } from './escape-hatches.ts'

const loose = '// @ts-expect-error\nexport const x = [] as any[]\n'

test('any and switched-off type errors are reported with their lines', async () => {
  const faults = await escapeHatches.find(makeRepository({ 'packages/server/src/posts/a.ts': loose }))
  expect(faults.map(({ line, message }) => ({ line, message }))).toEqual([
    { line: 2, message: 'the type any: write the actual type, or unknown' },
    { line: 1, message: '@ts-expect-error hides a type error' },
  ])
})

test('the extension points are exempt, and so is the word in strings and comments', async () => {
  const repository = makeRepository({
    'packages/server/src/points/a.ts': loose,
    'packages/server/src/b.ts': "// any of them\nexport const word = 'any'\n",
    'packages/server/src/c.test-d.ts': '// @ts-expect-error\nconst x: number = ""\n',
  })
  expect(await escapeHatches.find(repository)).toEqual([])
})

test('the context of extension points is not exempt', async () => {
  const repository = makeRepository({ 'packages/server/src/points/context/a.ts': loose })
  expect(await escapeHatches.find(repository)).toHaveLength(2)
})

test('only one component may insert HTML', async () => {
  const raw = 'export const A = () => <a dangerouslySetInnerHTML={{ __html: "" }} />\n'
  const repository = makeRepository({
    'packages/client/src/ui/prose/Prose.tsx': raw,
    'extensions/lock/client.tsx': raw,
  })
  expect(await escapeHatches.find(repository)).toEqual([
    { file: 'extensions/lock/client.tsx', line: 1, message: expect.stringContaining('Prose.tsx') },
  ])
})
