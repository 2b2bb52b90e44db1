import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { journeys } from './journeys.ts'

const tests = `
  test('a member logs in', () => {})
  for (const status of [404, 500]) test(\`posts that do not load (\${status})\`, () => {})`
const head = '# Journeys\n\n| what | where | test |\n| ---- | ----- | ---- |\n'

async function messages(rows: string, files: Record<string, string> = {}): Promise<string[]> {
  const repository = makeRepository({
    'e2e/accounts/account.e2e.ts': tests,
    'docs/journeys.md': head + rows,
    ...files,
  })
  return (await journeys.find(repository)).map(({ file, line, message }) => `${file}:${line} ${message}`)
}

test('tests that exist, also those with a generated title, are fine', async () => {
  expect(
    await messages(
      '| `/login` | `e2e/accounts/account.e2e.ts` | a member logs in |\n| posts | `e2e/accounts/account.e2e.ts` | posts that do not load |\n',
    ),
  ).toEqual([])
})

test('a missing file or title is reported', async () => {
  expect(
    await messages(
      '| `/login` | `e2e/gone.e2e.ts` | a member logs in |\n| `/logout` | `e2e/accounts/account.e2e.ts` | a member logs |\n',
    ),
  ).toEqual([
    'docs/journeys.md:5 there is no e2e/gone.e2e.ts',
    'docs/journeys.md:6 e2e/accounts/account.e2e.ts has no test "a member logs"',
  ])
})

test('a screen without journey is reported; its states count as one screen', async () => {
  const screens =
    '| name | route or modal | seen by |\n| - | - | - |\n| a | `/login` | guest |\n| b | `/login`, refused | guest |\n| c | `/all` | guest |\n'
  expect(
    await messages('| `/login`, by hand | `e2e/accounts/account.e2e.ts` | a member logs in |\n', {
      'docs/screens.md': screens,
    }),
  ).toEqual(['docs/screens.md:5 no journey in docs/journeys.md shows `/all`'])
})
