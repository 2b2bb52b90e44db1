import type { ParseArgsOptionsConfig } from 'node:util'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** A command of `bin/parley` that an extension adds. It runs while the extension is enabled, beside a forum that serves. */
export interface ExtensionCommand {
  /** One line for the list of commands. */
  summary: string
  /** Its options, for its help: `[--dry-run]`. */
  usage?: string
  /** Paragraphs of its help. */
  details: readonly string[]
  /** Its options, as `parseArgs` of Node takes them; none by default. */
  options?: ParseArgsOptionsConfig
  /** Options and their meanings, for its help. */
  optionHelp?: readonly (readonly [string, string])[]
  /** Does the work as the system, without a transaction. Resolves with the exit code; 0 for undefined. */
  run(context: Context, input: ExtensionCommandInput): Promise<number | undefined>
}

/** What a command is given. */
export interface ExtensionCommandInput {
  options: Readonly<Record<string, string | boolean | undefined>>
  /** Prints a line of the result. */
  print(line: string): void
  /** Prints a line about the work, separate from the result. */
  note(line: string): void
  /** Shows how far long work is, from its first second on. */
  progress(text: string): void
  /** Aborted by a signal that stops the command. */
  signal: AbortSignal
}

declare module '../extension.ts' {
  interface Extension {
    /** Commands of `bin/parley`, by name with a colon: `scans:clean`. */
    commands?: Readonly<Record<string, ExtensionCommand>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    commands: ReadonlyMap<string, Owned<ExtensionCommand>>
  }
}

/** Checks and combines the commands of all extensions. */
export function combineCommands(
  declared: readonly Declared<Readonly<Record<string, ExtensionCommand>> | undefined>[],
): Map<string, Owned<ExtensionCommand>> {
  return mergeRecords('commands', declared, ({ run }, name) => {
    if (!/^[a-z][a-z-]*:[a-z][a-z-]*$/.test(name)) return 'is no name with a colon, such as scans:clean'
    return typeof run === 'function' ? undefined : 'has no run'
  })
}

/** Commands of `bin/parley`. */
export const commandsPoint = definePoint('commands', {
  sections: ['commands'],
  combine: ({ commands }) => combineCommands(commands),
})
