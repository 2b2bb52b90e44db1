import { parseArgs } from 'node:util'
import { type Command, type CommandInput, type Site, type Terminal, UsageError } from './command.ts'
import { adoptKeysCommand } from './commands/adopt-keys.ts'
import { createApiKeyCommand, listApiKeysCommand, revokeApiKeyCommand } from './commands/api-keys.ts'
import { changePasswordCommand } from './commands/change-password.ts'
import { clearCacheCommand } from './commands/clear-cache.ts'
import { createUserCommand } from './commands/create-user.ts'
import {
  disableExtensionCommand,
  enableExtensionCommand,
  listExtensionsCommand,
} from './commands/extensions.ts'
import { migrateCommand } from './commands/migrate.ts'
import { rebuildSearchCommand } from './commands/rebuild-search.ts'
import { recountCommand } from './commands/recount.ts'
import { renderCommand } from './commands/render.ts'
import { serveCommand } from './commands/serve.ts'
import { setPermissionCommand } from './commands/set-permission.ts'
import { getSettingCommand, setSettingCommand } from './commands/settings.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { takeEnvironment } from './environment/environment.ts'
import { explain } from './faults.ts'
import { commandHelp, overview } from './help.ts'
import { standardTerminal } from './terminal.ts'

export type { Site } from './command.ts'

/** The server's own commands, in the order of the help. */
const ownCommands: readonly Command[] = [
  serveCommand,
  migrateCommand,
  createUserCommand,
  changePasswordCommand,
  getSettingCommand,
  setSettingCommand,
  setPermissionCommand,
  listExtensionsCommand,
  enableExtensionCommand,
  disableExtensionCommand,
  clearCacheCommand,
  createApiKeyCommand,
  listApiKeysCommand,
  revokeApiKeyCommand,
  adoptKeysCommand,
  recountCommand,
  renderCommand,
  rebuildSearchCommand,
  doctorCommand,
]

/** All commands of a site, in the order of the help. */
export function commandsOf(site: Site): readonly Command[] {
  return [...ownCommands, ...(site.commands ?? [])]
}

/**
 * Runs `parley` with these arguments. Resolves with the exit code: 0, 1 for a failure or a finding, 2 for invalid
 * arguments. Prints errors, with an explanation for operators if there is one.
 */
export async function runCommandLine(
  argv: readonly string[],
  site: Site,
  terminal: Terminal = standardTerminal(),
): Promise<number> {
  const environment = takeEnvironment(process.env)
  const commands = commandsOf(site)
  const [name, ...rest] = argv
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) {
    const isHelp = name === '--help' || name === '-h' || name === 'help'
    if (isHelp) terminal.print(overview(commands))
    else {
      if (name !== undefined) terminal.note(`There is no command '${name}'.\n`)
      terminal.note(overview(commands))
    }
    return isHelp ? 0 : 2
  }
  try {
    return await runCommand(command, rest, { site, terminal, environment })
  } catch (error) {
    const explanation = explain(error)
    terminal.note(explanation ?? String(error instanceof Error ? error.stack : error))
    if (!isUsageError(error)) return 1
    terminal.note(`bin/parley ${command.name} --help explains how to call it.`)
    return 2
  }
}

async function runCommand(
  command: Command,
  args: readonly string[],
  { site, terminal, environment }: Pick<CommandInput, 'site' | 'terminal' | 'environment'>,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    terminal.print(commandHelp(command))
    return 0
  }
  const parsed = parseArgs({
    args: protectNegativeNumbers(args),
    options: command.options,
    allowPositionals: true,
  })
  if (parsed.positionals.length !== command.arguments) {
    throw new UsageError(`Usage: bin/parley ${command.name} ${command.usage}`.trimEnd())
  }
  return command.run({
    site,
    environment,
    options: parsed.values as Record<string, string | boolean | undefined>,
    arguments: parsed.positionals,
    terminal,
  })
}

/** Makes the parser read -1 as a value, not as an option: all options have names. */
function protectNegativeNumbers(args: readonly string[]): string[] {
  const first = args.findIndex((arg) => /^-\d/.test(arg))
  return first < 0 || args.includes('--') ? [...args] : args.toSpliced(first, 0, '--')
}

function isUsageError(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  )
}
