import { seedCommand } from '@parley/seed/command'
import type { Command } from '@parley/server/cli/command'
import { type NewExtensionOptions, newExtensionCommand } from './new-extension/command.ts'

/** The commands that a checkout has besides those of the server. */
export function siteCommands(options: NewExtensionOptions): Command[] {
  return [newExtensionCommand(options), seedCommand]
}
