import { describe, expect, test } from 'vitest'
import { ExtensionError } from '../../infrastructure/errors.ts'
import { type Affects, combineAffects } from './affects.ts'

const types = new Set(['posts', 'discussions'])
const combine = (...sections: (Affects | undefined)[]) =>
  combineAffects(
    sections.map((section, index) => ({ owner: `extension${index}`, section })),
    types,
  )

describe('affects', () => {
  test('is empty by default', () => {
    expect([...combine(undefined, {})]).toEqual([])
  })

  test('combines the declarations of all extensions', () => {
    const likes = { type: 'posts', key: 'post_id' } as const
    expect([...combine({ visits: 'nothing' }, { likes, banners: 'everything' })]).toEqual([
      ['visits', 'nothing'],
      ['likes', likes],
      ['banners', 'everything'],
    ])
  })

  test('refuses a table that is declared twice, a column with effects and an unknown resource', () => {
    expect(() => combine({ likes: 'nothing' }, { likes: 'everything' })).toThrow(
      new ExtensionError('extension1', 'affects › likes', 'is declared already').message,
    )
    expect(() => combine({ 'users.likes': 'everything' })).toThrow(/column/)
    expect(() => combine({ likes: { type: 'nowhere' as 'posts', key: 'x' } })).toThrow(/nowhere/)
  })
})
