import { expect, test } from 'vitest'
import { entriesRequest, exportRequest, filteredPath, readFilters } from './audit-requests.ts'

const at = (search: string) => {
  const path = '/admin/audit'
  return { path, url: path + search, params: {}, query: new URLSearchParams(search) }
}
const read = (search: string) => readFilters(at(search))

test('reads the filters of an address, without empty ones and impossible days', () => {
  expect(read('?actor=mira&action=&origin=job&page=2')).toEqual({ actor: 'mira', origin: 'job' })
  expect(read('?since=2026-02-30&until=soon&target=users')).toEqual({})
  expect(read('?since=2026-02-28&target=users:12')).toEqual({ since: '2026-02-28', target: 'users:12' })
})

test('the last day belongs to the entries', () => {
  const request = decodeURIComponent(entriesRequest(at('?since=2026-01-31&until=2026-01-31')))
  expect(request).toContain('filter[since]=2026-01-31&')
  expect(request).toContain('filter[until]=2026-02-01T00:00:00.000Z')
})

test('asks for a page by cursor or number, and for a file with the same filters', () => {
  expect(decodeURIComponent(entriesRequest(at('?actor=1')))).toMatch(
    /^\/audit-entries\?filter\[actor\]=1.*page\[after\]=$/,
  )
  expect(decodeURIComponent(entriesRequest(at('?page=3')))).toContain('page[offset]=40')
  expect(decodeURIComponent(exportRequest({ actor: '1' }, 'jsonl'))).toBe(
    '/audit-entries/export?format=jsonl&filter[actor]=1',
  )
})

test('addresses have only the filters that are set', () => {
  expect(filteredPath({})).toBe('/admin/audit')
  expect(filteredPath({ target: 'users:12' })).toBe('/admin/audit?target=users%3A12')
})
