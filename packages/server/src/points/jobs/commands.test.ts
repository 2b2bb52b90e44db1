import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { combineCommands, type ExtensionCommand } from './commands.ts'

const count: ExtensionCommand = { summary: 'count', details: [], run: async () => 0 }

const combine = (...sections: Record<string, ExtensionCommand>[]) =>
  combineCommands(sections.map((section, index) => ({ owner: `lamp${index}`, section })))

test('there are none by default, and a declared one has its owner', () => {
  expect(combineCommands([{ owner: 'lamp', section: undefined }]).size).toBe(0)
  expect(combine({ 'lamps:count': count }).get('lamps:count')).toEqual({ ...count, owner: 'lamp0' })
})

test('a name without a colon, one that is taken, and one without run are faults', () => {
  expectFault('lamp0', 'commands › count', 'is no name with a colon, such as scans:clean', () =>
    combine({ count }),
  )
  expectFault('lamp1', 'commands › lamps:count', 'already declared by lamp0', () =>
    combine({ 'lamps:count': count }, { 'lamps:count': count }),
  )
  expectFault('lamp0', 'commands › lamps:count', 'has no run', () =>
    combine({ 'lamps:count': { ...count, run: 'x' as never } }),
  )
})
