import type { ParseArgsOptionsConfig } from 'node:util'
import type { ClientBuild } from '../engine/page/client-build.ts'
import type { InstalledExtension } from '../points/extension.ts'

/** What a site adds to the server: extensions, a client build and commands. */
export interface Site {
  /** Loads all installed extensions; without third-party ones, their manifests only. */
  loadExtensions(options: { withoutThirdParty: boolean }): Promise<InstalledExtension[]>
  /** Rejects if the client is not built. */
  loadClient(): Promise<ClientBuild>
  /** Whether the build was made from the current sources. */
  isClientFresh(): boolean
  /** Commands besides those of the server; the help lists them last. */
  commands?: readonly Command[]
}

/** Input of a command. */
export interface CommandInput {
  site: Site
  environment: Readonly<Record<string, string | undefined>>
  options: Readonly<Record<string, string | boolean | undefined>>
  arguments: readonly string[]
  terminal: Terminal
}

/** Output of a command. */
export interface Terminal {
  /** Prints a line of the result. */
  print(line: string): void
  /** Prints a line about the work, separate from the result. */
  note(line: string): void
  readonly progress: Progress
}

/** Progress of long work, displayed after the first second. */
export interface Progress {
  /** Displays the current progress. */
  update(text: string): void
  /** Clears the line. */
  end(): void
}

/** One command of `parley`. */
export interface Command {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** Arguments and options: `<username> <email> [--admin]`. */
  usage: string
  /** Paragraphs of its help. */
  details: readonly string[]
  options: ParseArgsOptionsConfig
  /** Options and their meanings, for its help. */
  optionHelp: readonly (readonly [string, string])[]
  /** Number of positional arguments, or pairs of them. */
  arguments: number | 'pairs'
  /** Resolves with the exit code. */
  run(input: CommandInput): Promise<number>
}

/** A command was called with invalid arguments. */
export class UsageError extends Error {}
