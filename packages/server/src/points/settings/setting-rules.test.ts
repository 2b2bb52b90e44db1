import { admin, eachTestForum } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { defineExtension, type InstalledExtension } from '../extension.ts'
import { combineSettingRules, type SettingRule } from './setting-rules.ts'
import type { SettingTypes } from './setting-types.ts'
import { storedNumber } from './stored-values.ts'

declare module './setting-types.ts' {
  interface SettingTypes {
    ring_least: number
    ring_most: number
  }
}

const rule: SettingRule = {
  settings: ['ring_least', 'ring_most'],
  refuse: (values) =>
    values.get('ring_least') > values.get('ring_most') ? 'core.api.invalid_setting_key_message' : undefined,
}

const bells = (declares: object): InstalledExtension => ({
  id: 'bells',
  title: 'Bells',
  version: '1.0.0',
  declaration: defineExtension({
    settings: {
      ring_least: { schema: storedNumber({ min: 0, max: 9 }), default: 1 },
      ring_most: { schema: storedNumber({ min: 0, max: 9 }), default: 3 },
    },
    ...declares,
  }),
})

test('misuse is reported', () => {
  const combine = (section: object) => () =>
    combineSettingRules([{ owner: 'bells', section: section as never }], new Set(['ring_least']))
  expect(combineSettingRules([{ owner: 'bells', section: undefined }], new Set())).toEqual([])
  expectFault('bells', 'settingRules › rings', 'has no refuse', combine({ rings: { settings: [] } }))
  expectFault(
    'bells',
    'settingRules › rings',
    "reads 'ring_most', which is no setting",
    combine({ rings: rule }),
  )
})

eachTestForum((open) => {
  test('settings that do not go together are refused, whichever of them is sent', async () => {
    const forum = await open({ extensions: [bells({ settingRules: { rings: rule } })] })
    const asAdmin = await forum.as(admin)
    const send = async (settings: Partial<Record<keyof SettingTypes, string | null>>) => {
      const { status, body } = await asAdmin.post('/api/settings', settings)
      return [status, ...(status === 422 ? body.errors.map(({ source }) => source?.pointer) : [])]
    }
    expect(await send({ ring_least: '4' })).toEqual([422, '/data/attributes/ring_least'])
    expect(await send({ ring_least: '4', ring_most: '2' })).toEqual([
      422,
      '/data/attributes/ring_least',
      '/data/attributes/ring_most',
    ])
    expect(forum.current.settings.get('ring_least')).toBe(1)
    expect(await send({ ring_least: '4', ring_most: '5' })).toEqual([204])
    expect(await send({ ring_most: '3' })).toEqual([422, '/data/attributes/ring_most'])
    // Null stores the default: 3.
    expect(await send({ ring_most: null })).toEqual([422, '/data/attributes/ring_most'])
    expect(await send({ forum_title: 'Bells' })).toEqual([204])
  })

  test('of changes at the same time one is refused if they do not go together', async () => {
    const forum = await open({ extensions: [bells({ settingRules: { rings: rule } })] })
    const asAdmin = await forum.as(admin)
    const send = async (settings: object) => (await asAdmin.post('/api/settings', settings)).status
    const statuses = await Promise.all([send({ ring_least: '3' }), send({ ring_most: '1' })])
    expect(statuses.sort()).toEqual([204, 422])
  })

  test('without a rule they are stored', async () => {
    const forum = await open({ extensions: [bells({})] })
    const { status } = await (await forum.as(admin)).post('/api/settings', { ring_least: '9' })
    expect([status, forum.current.settings.get('ring_least')]).toEqual([204, 9])
  })
})
