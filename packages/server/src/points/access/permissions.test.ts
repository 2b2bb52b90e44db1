import { expectFault } from '@parley/testing/expect-fault'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { combinePoints } from '../points.ts'
import { gridSections, inGridOrder } from './grid.ts'
import { combinePermissions, type Permission } from './permissions.ts'

const combine = (permission: Permission) =>
  combinePermissions([{ owner: 'gong', section: { strike: permission } }])

const fault = (permission: Permission, reason: string) =>
  expectFault('gong', 'permissions › strike', reason, () => combine(permission))

describe('permissions', () => {
  test('without a section one is not in the grid; with it, it has a label', () => {
    expect(combine({}).get('strike')).toEqual({ owner: 'gong' })
    const row: Permission = { section: 'reply', label: 'gong.admin.strike_label' }
    expect(combine(row).get('strike')).toEqual({ ...row, owner: 'gong' })
  })

  test('misuse is reported', () => {
    const sections = Object.keys(gridSections).join(', ')
    fault(
      { section: 'music' as 'reply', label: 'x' },
      `unknown section 'music'; the sections are ${sections}`,
    )
    fault({ section: 'reply' }, 'has a section but no label')
    fault({ requires: ['hum'] }, "requires 'hum', which is no permission")
    fault(
      { default: ['everyone'] },
      "is granted to everyone, but guests may not hold it (add 'guests: true')",
    )
    fault(
      { default: ['choir' as 'member'] },
      "unknown group 'choir'; the groups are everyone, member, moderator",
    )
  })

  test('may require a permission of another extension', () => {
    const declared: { owner: string; section: Record<string, Permission> }[] = [
      { owner: 'gong', section: { strike: { requires: ['hum'] } } },
      { owner: 'bell', section: { hum: {} } },
    ]
    expect([...combinePermissions(declared).keys()]).toEqual(['strike', 'hum'])
  })

  test('rows of the grid are sorted by section and order', () => {
    const rows = (['users', 'read', 'start'] as const).flatMap((section) =>
      [2, undefined, 1].map((order) => ({ section, label: 'x', ...(order !== undefined && { order }) })),
    )
    expect(inGridOrder(rows).map(({ section, order = 100 }) => `${section} ${order}`)).toEqual([
      'read 1',
      'read 2',
      'read 100',
      'start 1',
      'start 2',
      'start 100',
      'users 1',
      'users 2',
      'users 100',
    ])
  })
})

describe('settings in the grid', () => {
  const row = { section: 'reply', label: 'gong.admin.loudness_label' } as const
  const points = (permissionSettings: object) =>
    combinePoints([
      {
        id: 'gong',
        declaration: {
          settings: { loudness: { schema: z.enum(['1', '2']), default: '1' } },
          permissionSettings,
        },
      },
    ])

  test('there are none by default, and a declared one is there', () => {
    expect([...points({}).permissionSettings]).toEqual([])
    const choices = [{ value: '1', label: 'gong.admin.loud' }]
    expect(points({ loudness: { ...row, choices } }).permissionSettings.get('loudness')).toMatchObject({
      owner: 'gong',
      choices,
    })
  })

  test('misuse is reported', () => {
    const misused = (key: string, value: object, reason: string) =>
      expectFault('gong', `permissionSettings › ${key}`, reason, () => points({ [key]: value }))
    misused('pitch', { ...row, choices: [] }, 'no such setting')
    misused(
      'loudness',
      { ...row, choices: [{ value: 'eleven', label: 'x' }] },
      "the setting refuses the choice 'eleven'",
    )
    misused('loudness', { section: 'reply', choices: [] }, 'has a section but no label')
  })
})
