import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Command, UsageError } from '@parley/server/cli/command'
import { filesOf, manifestOf } from './files.ts'
import { linkPackage } from './lock.ts'
import { idFault, namesOf } from './names.ts'

export interface NewExtensionOptions {
  /** The repository. */
  root: string
  /** Called when the lock file has the extension and node_modules agrees with it. */
  onLinked(): void
}

/** `parley extension:new`: makes the folder of a new extension. */
export function newExtensionCommand({ root, onLinked }: NewExtensionOptions): Command {
  return {
    name: 'extension:new',
    summary: 'make the folder of a new extension',
    usage: '<id>',
    details: [
      'Makes extensions/<id> with a small extension that works: both halves, a setting, texts and tests. The id is of small letters and digits, with words separated by -, such as best-answer.',
      'docs/writing-an-extension.md goes on from there.',
    ],
    options: {},
    optionHelp: [],
    arguments: 1,
    async run({ arguments: [id = ''], terminal }) {
      const fault = idFault(id)
      if (fault !== undefined) throw new UsageError(fault)
      const names = namesOf(id)
      const folder = `extensions/${id}`
      if (!makeFolder(join(root, folder))) {
        terminal.note(`${folder} is there already. Choose another id, or remove it first.`)
        return 1
      }
      const files = Object.entries(filesOf(names))
      for (const [path, text] of files) {
        mkdirSync(dirname(join(root, folder, path)), { recursive: true })
        writeFileSync(join(root, folder, path), text)
        terminal.print(`${folder}/${path}`)
      }
      linkPackage(root, folder, manifestOf(names))
      onLinked()
      terminal.note(nextSteps(id))
      return 0
    },
  }
}

/** Makes a folder; false if there is something of that name. */
function makeFolder(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true })
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function nextSteps(id: string): string {
  const steps = [
    [`npm run test:unit -- extensions/${id}`, 'run its tests'],
    ['npm run check', 'check its types, style and texts'],
    [`bin/parley extension:enable ${id}`, 'enable it in your forum'],
    ['npm run dev', 'see it: the foot of every page has its greeting'],
  ] as const
  const width = Math.max(...steps.map(([command]) => command.length))
  const lines = steps.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`)
  return `
Next:
${lines.join('\n')}
docs/writing-an-extension.md makes an extension step by step; docs/extension-api.md has all that one can declare.`
}
