import type { OverviewGroup, PermissionRow } from '@parley/shared'
import { expect, test } from 'vitest'
import { choicesOf, namedGroups, positionAt, toggled } from './permissions-model.ts'

const group = (id: number, position: number, inherits: number[]): OverviewGroup => ({
  id,
  nameSingular: `Group ${id}`,
  namePlural: `Groups ${id}`,
  color: null,
  icon: null,
  isHidden: false,
  position,
  inherits,
})
const groups = [group(1, 1, [2, 3]), group(2, 2, []), group(3, 3, [2]), group(4, 4, [2, 3])]

const row = (groupIds: number[], guests = false): PermissionRow => ({
  kind: 'permission',
  permission: 'searchUsers',
  section: 'read',
  label: 'Search for members',
  extension: null,
  groupIds,
  version: '',
  guests,
  requires: [],
  scoped: false,
  isDeclared: true,
  lacks: [],
})

const fixed = (groupIds: number[], guests: boolean) =>
  choicesOf(row(groupIds, guests), groups).map(({ group: { id }, ...choice }) => [
    id,
    choice.isChecked,
    choice.fixed,
  ])

test('a menu says who holds a permission anyway, and who cannot', () => {
  expect(fixed([3], false)).toEqual([
    [1, true, 'always'],
    [2, false, 'guests'],
    [3, true, undefined],
    [4, true, 'inherited'],
  ])
  expect(fixed([2, 4], true)).toEqual([
    [1, true, 'always'],
    [2, true, undefined],
    [3, true, 'inherited'],
    [4, true, undefined],
  ])
})

test('a row names groups that do not hold the permission by another', () => {
  const named = (...groupIds: number[]) => namedGroups(row(groupIds), groups).map(({ id }) => id)
  expect(named()).toEqual([])
  expect(named(3, 4)).toEqual([3])
  expect(named(2, 3, 4)).toEqual([2])
  expect(named(4)).toEqual([4])
})

test('a choice adds a group or takes it away', () => {
  expect(toggled(row([3]), 4)).toEqual([3, 4])
  expect(toggled(row([3, 4]), 3)).toEqual([4])
})

test('a group moves between the positions of its new neighbours', () => {
  const [first, second, , last] = groups
  if (!first || !second || !last) throw new Error('There are four groups')
  expect(positionAt(groups, last, 0)).toBe(0)
  expect(positionAt(groups, last, 2)).toBe(2.5)
  expect(positionAt(groups, first, 3)).toBe(5)
  expect(positionAt(groups, second, 1)).toBe(2)
  expect(positionAt([first], first, 0)).toBe(0)
})
