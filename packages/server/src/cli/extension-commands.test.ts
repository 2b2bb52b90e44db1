import { commandLine, installation } from '@parley/testing/command-line'
import { expect, test } from 'vitest'
import type { Extension } from '../points/extension.ts'

const declaration: Extension = {
  commands: {
    'lamps:count': {
      summary: 'count the lamps',
      usage: '[--all]',
      details: ['Counts lamps.'],
      options: { all: { type: 'boolean' } },
      optionHelp: [['--all', 'broken ones, too']],
      async run({ actor, process }, { options, print, note, signal }) {
        print(`${options.all ? 7 : 5} lamps`)
        note(`${actor.can('administrate')} ${process} ${signal.aborted}`)
        return options.all ? 3 : undefined
      },
    },
  },
}
const { run } = commandLine(
  { loadExtensions: async () => [{ id: 'lamp', title: 'Lamp', version: '1.0.0', declaration }] },
  installation,
)

test('commands of extensions run while the extension is enabled, and have their help', async () => {
  expect((await run('--help')).results).toContain('  lamps:count ')
  expect((await run('lamps:count', '--help')).results).toMatch(/^Usage: bin\/parley lamps:count \[--all\]/)
  expect(await run('lamps:count')).toMatchObject({
    code: 0,
    results: expect.stringContaining('5 lamps'),
    notes: expect.stringContaining('true commandLine false'),
  })
  expect(await run('lamps:count', '--all')).toMatchObject({ code: 3, results: expect.stringContaining('7') })
  expect(await run('lamps:count', '--none')).toMatchObject({ code: 2 })
  await run('extension:disable', 'lamp')
  expect(await run('lamps:count')).toMatchObject({
    code: 1,
    notes: expect.stringContaining('The extension lamp is not enabled'),
  })
  expect(await run('lamps:sing')).toMatchObject({ code: 2 })
  await run('extension:enable', 'lamp')
  expect(await run('lamps:count')).toMatchObject({ code: 0 })
})
