import { expect, test } from 'vitest'
import type { App } from '../../points/app.ts'
import { markUnsaved, unsavedFormsOf } from './unsaved-forms.ts'

test('forms are listed while they have changes, each app by itself', () => {
  const app = {} as App
  const [one, other] = [{ url: '/admin/one' }, { url: '/admin/other' }]
  markUnsaved(app, one, true)
  markUnsaved(app, other, true)
  const { state } = unsavedFormsOf(app)
  expect(state).toEqual([one, other])
  markUnsaved(app, other, true)
  expect(unsavedFormsOf(app).state).toBe(state)
  markUnsaved(app, one, false)
  expect(unsavedFormsOf(app).state).toEqual([other])
  expect(unsavedFormsOf({} as App).state).toEqual([])
})
