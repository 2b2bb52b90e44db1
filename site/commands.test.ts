import { readFileSync } from 'node:fs'
import { commandsOf } from '@parley/server/cli'
import { expect, test } from 'vitest'
import { siteCommands } from './commands.ts'

test('the README names every command, in the same order', () => {
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const named = [...page.matchAll(/^\| `([a-z:-]+)[ `]/gm)].map(([, name]) => name)
  const commands = siteCommands({ root: '', onLinked: () => {} })
  const site = {
    loadExtensions: async () => [],
    loadClient: () => Promise.reject(new Error('There is no client')),
    isClientFresh: () => true,
    commands,
  }
  expect(named).toEqual(commandsOf(site).map(({ name }) => name))
})
