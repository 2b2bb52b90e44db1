import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import type { Fault } from '../repository.ts'
import { declaredErrors, errorDocument, errorDocumentFile, writeErrorDocument } from './error-document.ts'

const sources = {
  'packages/server/src/errors.ts': `
    export function defineError(code: string, status: number) {
      return () => new ForumError(code, status)
    }
    /** @example defineError('in_a_comment', 400) */
    export const notFound = defineError('not_found', 404)
    export const busy = () => new ForumError('busy', 503, {})`,
  'packages/server/src/errors.test.ts': "defineError('in_a_test', 400)\n",
  'extensions/lock/server.ts': "const tooOften = defineError('too_many_requests', 429)\n",
}

test('the errors of the core and of extensions are listed by status', () => {
  const errors = declaredErrors(makeRepository(sources))
  expect(errors.map(({ status, code }) => `${status} ${code}`)).toEqual([
    '404 not_found',
    '429 too_many_requests',
    '503 busy',
  ])
  const rows = writeErrorDocument(errors)
    .split('\n')
    .filter((line) => line.startsWith('|'))
  expect(rows.map((row) => row.slice(0, 20))).toEqual([
    '| status | code     ',
    '| ------ | ---------',
    '| 404    | `not_foun',
    '| 429    | `too_many',
    '| 503    | `busy`   ',
  ])
  expect(new Set(rows.map((row) => row.length)).size).toBe(1)
})

test('a document that is missing or old is a fault, one whose columns stand otherwise is none', () => {
  const faultsWith = (documents: Record<string, string>) =>
    errorDocument.find(makeRepository({ ...sources, ...documents })) as Fault[]
  const text = writeErrorDocument(declaredErrors(makeRepository(sources)))
  const outOfDate = [{ file: errorDocumentFile, message: 'is out of date: run node scripts/error-docs.ts' }]
  expect({
    missing: faultsWith({}),
    old: faultsWith({ [errorDocumentFile]: text.replace('404', '410') }),
    fresh: faultsWith({ [errorDocumentFile]: text }),
    narrow: faultsWith({ [errorDocumentFile]: text.replaceAll(/ +\|/g, ' |') }),
  }).toEqual({ missing: outOfDate, old: outOfDate, fresh: [], narrow: [] })
})

test('an error that nothing is said about is a fault where it is declared', () => {
  const faults = errorDocument.find(
    makeRepository({ ...sources, 'extensions/lock/server.ts': "\nconst a = defineError('too_old', 409)\n" }),
  )
  expect(faults).toEqual([
    {
      file: 'extensions/lock/server.ts',
      line: 2,
      message: 'scripts/checks/texts/error-words.ts says nothing about the error too_old',
    },
  ])
})
