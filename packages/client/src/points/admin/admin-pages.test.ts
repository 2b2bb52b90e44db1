import { expect, test } from 'vitest'
import { type AdminPage, combineAdminPages } from './admin-pages.ts'

const emptyPage = { Component: () => null }

const page = (values: Partial<AdminPage>): AdminPage => ({
  path: '/x',
  section: 'system',
  label: 'core.admin.nav.title',
  icon: 'gear',
  page: async () => ({ default: emptyPage }),
  ...values,
})

test('there are no pages by default', () => {
  expect(combineAdminPages([{ id: undefined, extension: {} }])).toEqual([])
})

test('pages are in the order of their sections, and know who declared them', () => {
  const pages = combineAdminPages([
    {
      id: undefined,
      extension: {
        adminPages: {
          log: page({ section: 'system', order: 2 }),
          basics: page({ section: 'forum' }),
          dashboard: page({ section: 'overview', path: '/' }),
        },
      },
    },
    { id: 'trains', extension: { adminPages: { trains: page({ order: 1 }) } } },
  ])
  expect(pages.map(({ name, extension }) => [name, extension])).toEqual([
    ['dashboard', undefined],
    ['basics', undefined],
    ['trains', 'trains'],
    ['log', undefined],
  ])
})

test('a later page of the same name replaces an earlier one', () => {
  const sources = ['one', 'other'].map((id) => ({
    id,
    extension: { adminPages: { basics: page({ label: id }) } },
  }))
  expect(combineAdminPages(sources)).toMatchObject([{ label: 'other', extension: 'other' }])
})
