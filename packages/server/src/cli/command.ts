import type { ParseArgsOptionsConfig } from 'node:util'
import type { ClientBuild } from '../engine/page/client-build.ts'
import type { InstalledExtension } from '../points/extension.ts'

/** What the site gives the command line: what is installed, and the client as the build left it. */
export interface Site {
  /** Every installed extension. */
  loadExtensions(): Promise<InstalledExtension[]>
  /** Rejects when there is no build. */
  loadClient(): Promise<ClientBuild>
  /** Whether the build was made from the sources as they are. */
  isClientFresh(): boolean
}

/** Everything a command works with. */
export interface CommandInput {
  site: Site
  environment: Readonly<Record<string, string | undefined>>
  options: Readonly<Record<string, string | boolean | undefined>>
  arguments: readonly string[]
  terminal: Terminal
}

/** Where a command speaks. */
export interface Terminal {
  /** A line of the result. */
  print(line: string): void
  /** A line about the work, beside the result. */
  note(line: string): void
  readonly progress: Progress
}

/** Work that takes a while: shown from its second second on. */
export interface Progress {
  /** Tells how far it is. */
  update(text: string): void
  /** Clears the line. */
  end(): void
}

/** One command of `parley`. */
export interface Command {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** What comes after the name: `<username> <email> [--admin]`. */
  usage: string
  /** Paragraphs of its help. */
  details: readonly string[]
  options: ParseArgsOptionsConfig
  /** Option and what it means, for its help. */
  optionHelp: readonly (readonly [string, string])[]
  /** How many arguments there are without options. */
  arguments: number
  /** Resolves with the exit code. */
  run(input: CommandInput): Promise<number>
}

/** Somebody called a command wrongly. */
export class UsageError extends Error {}
