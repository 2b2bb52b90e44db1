import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyWorkingTree } from './working-copy.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The source of a test that fails. */
export const failingTest =
  "import { expect, test } from 'vitest'\ntest('deliberate', () => expect(1).toBe(2))\n"

/** What breaks a working copy, and the command that should notice. */
export interface Breakage {
  /** Command, relative to the root of a working copy. */
  command: readonly string[]
  /** Files that break the working copy, by path. */
  files: Readonly<Record<string, string>>
}

/** A copy of the repository without tests, in which commands run while something is broken. */
export class BrokenCopy {
  readonly #folder = copyWorkingTree(root, (file) => /\.(test|e2e)\.tsx?$|\.png$/.test(file))

  /** Runs a command while the copy is broken, then repairs the copy. */
  runBroken({ command, files }: Breakage): { status: number | null; output: string } {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(this.#folder, file), text)
    try {
      return this.#run(command)
    } finally {
      for (const file of Object.keys(files)) {
        rmSync(join(this.#folder, file))
        if (existsSync(join(root, file)))
          cpSync(join(root, file), join(this.#folder, file), { preserveTimestamps: true })
      }
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #run([first = '', ...rest]: readonly string[]): { status: number | null; output: string } {
    // The failing journeys open no browser.
    const chosen = { CHROMIUM_PATH: process.execPath, ALL_TESTS: '', NO_COLOR: '1', FORCE_COLOR: '0' }
    const isScript = first.endsWith('.ts')
    const { status, stdout, stderr } = spawnSync(
      isScript ? process.execPath : join(this.#folder, first),
      isScript ? [first, ...rest] : rest,
      { cwd: this.#folder, encoding: 'utf8', env: { ...process.env, ...chosen } },
    )
    return { status, output: `${stdout}\n${stderr}` }
  }
}
