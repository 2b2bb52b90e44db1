import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '@parley/server/cli'
import type { Site } from '@parley/server/cli/command'
import { environmentVariables } from '@parley/server/cli/environment'
import { beforeEach, onTestFinished, vi } from 'vitest'

/** A finished command. */
export interface FinishedCommand {
  code: number
  /** What the command printed as its result. */
  results: string
  /** What the command printed about its work. */
  notes: string
  /** Both, in the order of printing. */
  output: string
}

/** The commands of a site with a data folder of their own. */
export interface CommandLine {
  readonly site: Site
  readonly dataDir: string
  run(...argv: string[]): Promise<FinishedCommand>
}

/** A site without extensions and without a client build. */
const bareSite: Site = {
  loadExtensions: async () => [],
  loadClient: () => Promise.reject(new Error('no build')),
  isClientFresh: () => false,
}

/** Variables with which the first command sets a forum up. */
export const installation: Readonly<Record<string, string>> = {
  FORUM_TITLE: 'A forum',
  ADMIN_USERNAME: 'admin',
  ADMIN_EMAIL: 'a@b.org',
  ADMIN_PASSWORD: 'password',
}

/** Sets these environment variables, and empties all others that commands read, until the test ends. */
export function stubEnvironment(variables: Readonly<Record<string, string>>): void {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const name of environmentVariables) vi.stubEnv(name, variables[name] ?? '')
}

/** Runs a command of `parley`, by default of a site without extensions. */
export async function runCommand(argv: readonly string[], site = bareSite): Promise<FinishedCommand> {
  const results: string[] = []
  const notes: string[] = []
  const output: string[] = []
  const writeTo = (lines: string[]) => (line: string) => {
    lines.push(line)
    output.push(line)
  }
  const code = await runCommandLine([...argv], site, {
    print: writeTo(results),
    note: writeTo(notes),
    progress: { update: () => {}, end: () => {} },
  })
  return { code, results: results.join('\n'), notes: notes.join('\n'), output: output.join('\n') }
}

/**
 * Gives each test of a file an empty data folder and these environment variables. Call it outside tests.
 * @param overrides parts of a site without extensions and without a client build.
 */
export function commandLine(
  overrides: Partial<Site> = {},
  variables: Readonly<Record<string, string>> = {},
): CommandLine {
  const site = { ...bareSite, ...overrides }
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'parley-commands-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    stubEnvironment({ ...variables, DATA_DIR: dataDir })
  })
  return {
    site,
    get dataDir() {
      return dataDir
    },
    run: (...argv) => runCommand(argv, site),
  }
}
