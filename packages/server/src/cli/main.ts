import { parseArgs } from 'node:util'
import { type Command, type CommandInput, type Site, type Terminal, UsageError } from './command.ts'
import { adoptKeysCommand } from './commands/adopt-keys.ts'
import { createApiKeyCommand, listApiKeysCommand, revokeApiKeyCommand } from './commands/api-keys.ts'
import { exportAuditCommand, listAuditCommand } from './commands/audit.ts'
import { clearCacheCommand } from './commands/clear-cache.ts'
import {
  disableExtensionCommand,
  enableExtensionCommand,
  listExtensionsCommand,
  purgeExtensionCommand,
  showExtensionCommand,
} from './commands/extensions.ts'
import {
  createGroupCommand,
  deleteGroupCommand,
  editGroupCommand,
  listGroupsCommand,
} from './commands/groups.ts'
import { deleteMailCommand, listMailCommand, retryMailCommand, testMailCommand } from './commands/mail.ts'
import { migrateCommand } from './commands/migrate.ts'
import {
  exportPermissionsCommand,
  importPermissionsCommand,
  listPermissionsCommand,
  setPermissionCommand,
} from './commands/permissions.ts'
import { pictureCommands } from './commands/pictures.ts'
import { rebuildSearchCommand } from './commands/rebuild-search.ts'
import { recountCommand } from './commands/recount.ts'
import { renderCommand } from './commands/render.ts'
import { safeModeCommand } from './commands/safe-mode.ts'
import { serveCommand } from './commands/serve.ts'
import { getSettingCommand, setSettingCommand } from './commands/settings.ts'
import { statisticsCommand } from './commands/statistics.ts'
import { changePasswordCommand } from './commands/users/change-password.ts'
import { createUserCommand } from './commands/users/create-user.ts'
import { editUserCommand } from './commands/users/edit-user.ts'
import { listUsersCommand } from './commands/users/list-users.ts'
import { confirmUserCommand, deleteUserCommand, logOutUserCommand } from './commands/users/user-actions.ts'
import { whyCommand } from './commands/why.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { takeEnvironment } from './environment/environment.ts'
import { extensionCommands } from './extension-commands.ts'
import { explain } from './faults.ts'
import { commandHelp, overview } from './help.ts'
import { standardTerminal } from './terminal.ts'

export type { Site } from './command.ts'

/** The server's own commands, in the order of the help. */
const ownCommands: readonly Command[] = [
  serveCommand,
  migrateCommand,
  listUsersCommand,
  createUserCommand,
  editUserCommand,
  changePasswordCommand,
  confirmUserCommand,
  logOutUserCommand,
  deleteUserCommand,
  getSettingCommand,
  setSettingCommand,
  ...pictureCommands,
  listPermissionsCommand,
  setPermissionCommand,
  whyCommand,
  exportPermissionsCommand,
  importPermissionsCommand,
  listGroupsCommand,
  createGroupCommand,
  editGroupCommand,
  deleteGroupCommand,
  listExtensionsCommand,
  showExtensionCommand,
  enableExtensionCommand,
  disableExtensionCommand,
  purgeExtensionCommand,
  safeModeCommand,
  testMailCommand,
  listMailCommand,
  retryMailCommand,
  deleteMailCommand,
  clearCacheCommand,
  createApiKeyCommand,
  listApiKeysCommand,
  revokeApiKeyCommand,
  adoptKeysCommand,
  listAuditCommand,
  exportAuditCommand,
  recountCommand,
  renderCommand,
  rebuildSearchCommand,
  statisticsCommand,
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
  const own = commandsOf(site)
  const [name, ...rest] = argv
  const isHelp = name === '--help' || name === '-h' || name === 'help'
  let commands = own
  let command = own.find((candidate) => candidate.name === name)
  if (!command) {
    // Those of extensions are loaded only where they may be meant. Faults of extensions show elsewhere.
    if (isHelp || name?.includes(':'))
      commands = [...own, ...(await extensionCommands(site, environment).catch(() => []))]
    command = commands.find((candidate) => candidate.name === name)
  }
  if (!command) {
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
  if (!takes(command, parsed.positionals.length)) {
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

function takes({ arguments: expected }: Command, count: number): boolean {
  return expected === 'pairs' ? count > 0 && count % 2 === 0 : count === expected
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
