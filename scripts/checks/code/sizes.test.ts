import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { sizes } from './sizes.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `  work(${index})`).join('\n')

test('a file of 401 lines and a function of 81 are reported, one less of each is not', async () => {
  const repository = makeRepository({
    'packages/server/src/long.ts': `${lines(401)}\n`,
    'packages/server/src/fits.ts': `${lines(400)}\n`,
    'packages/server/src/function.ts': `export function run() {\n${lines(79)}\n}\nconst go = () => {\n${lines(78)}\n}\n`,
    'packages/client/src/ui/ui.css': `${lines(401)}\n`,
  })
  const faults = await sizes.find(repository)
  expect(faults.map(({ file, line, message }) => `${file}:${line ?? ''} ${message}`).sort()).toEqual([
    'packages/client/src/ui/ui.css: 401 lines; a file has at most 400',
    'packages/server/src/function.ts:1 run has 81 lines; a function has at most 80',
    'packages/server/src/long.ts: 401 lines; a file has at most 400',
  ])
})

test('tests and generated files are exempt', async () => {
  const repository = makeRepository({
    'packages/server/src/long.test.ts': lines(500),
    'packages/shared/src/words.generated.ts': lines(500),
  })
  expect(await sizes.find(repository)).toEqual([])
})
