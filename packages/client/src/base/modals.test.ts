import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Modals } from './modals.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const Nothing = () => null

function openModals() {
  const modals = new Modals({
    loadConfirm: async () => Nothing,
    load: (code) => code(),
    onLoadFailed: () => {},
  })
  let changes = 0
  modals.subscribe(() => {
    changes += 1
  })
  return { modals, changes: () => changes }
}

test('a modal opens over another, and closing it leaves the other', async () => {
  const { modals } = openModals()
  const below = modals.show(Nothing, {})
  const above = modals.show(Nothing, {})
  expect(modals.open).toHaveLength(2)
  modals.open.at(-1)?.close('chosen')
  expect(await above).toBe('chosen')
  expect(modals.open).toHaveLength(1)
  modals.closeAll()
  expect(await below).toBeUndefined()
})

test('a modal may replace all others', async () => {
  const { modals } = openModals()
  const first = modals.show(Nothing, {})
  const second = modals.show(Nothing, {})
  void modals.show(Nothing, {}, { replace: true })
  expect(await Promise.all([first, second])).toEqual([undefined, undefined])
  expect(modals.open).toHaveLength(1)
})

test('a closed modal stays rendered for another 300 ms, and closes once', () => {
  const { modals, changes } = openModals()
  void modals.show(Nothing, {})
  const [modal] = modals.open
  const opened = modals.state
  modal?.close()
  modal?.close()
  expect(modals.open).toEqual([])
  expect(modals.state.rendered).toEqual([modal])
  expect(modals.state).not.toBe(opened)
  vi.advanceTimersByTime(299)
  expect(modals.state.rendered).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(modals.state.rendered).toEqual([])
  expect(changes()).toBe(3)
})
