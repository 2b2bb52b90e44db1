import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '../../../points/app.ts'
import { defineSearchSection, type SearchSection } from '../../../points/pages/search-section.ts'
import { ApiError } from '../../../store/api-error.ts'
import { findInSections } from './find-in-sections.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NoRow = () => null

const section = (find: SearchSection<string>['find']) =>
  defineSearchSection<string>({
    label: 'found',
    find,
    keyOf: (name) => name,
    path: (name) => `/t/${name}`,
    Row: NoRow,
  })

async function find(...finds: SearchSection<string>['find'][]) {
  const failed: string[] = []
  const searchSection = finds.map((find, index) => ({
    extension: `e${index}`,
    value: async () => ({ default: section(find) }),
  }))
  const connection = { load: (code: () => Promise<unknown>) => code() }
  const app = { searchSection, connection, reportFailure: (id: string) => failed.push(id) } as unknown as App
  const finding = findInSections(app, 'oak', new AbortController().signal)
  await vi.runAllTimersAsync()
  const found = await finding
  return { failed, found: found.map(({ extension, items }) => [extension, items]) }
}

test('nothing is searched by default', async () => {
  expect(await find()).toEqual({ found: [], failed: [] })
})

test('sections with results are listed in their order, each with at most five items', async () => {
  const many = ['1', '2', '3', '4', '5', '6']
  expect(
    await find(
      async () => many,
      () => [],
      (text) => [text],
    ),
  ).toEqual({
    found: [
      ['e0', many.slice(0, 5)],
      ['e2', ['oak']],
    ],
    failed: [],
  })
})

test('a section that fails or never answers is left out; only faults are reported', async () => {
  const fail = (error: Error) => () => Promise.reject(error)
  const refused = new ApiError({ status: 429, url: '' })
  const never = () => new Promise<never>(() => {})
  expect(await find(fail(new Error('broken')), fail(refused), never, () => ['oak'])).toEqual({
    found: [['e3', ['oak']]],
    failed: ['e0'],
  })
})
