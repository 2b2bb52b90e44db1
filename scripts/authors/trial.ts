import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { copyWorkingTree } from '../runs/working-copy.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** A copy of the repository in which an author tries things out. */
export interface Trial {
  folder: string
  /** Makes an extension by `bin/parley extension:new`. */
  make(id: string): Promise<void>
  /**
   * Runs the tests of extensions on SQLite, their type check, and the style check. Rejects with what the tools print.
   * Together they take as long as the tests alone.
   */
  check(...ids: readonly string[]): Promise<void>
}

/** Copies the repository, without the parts that extensions do not need. Call it inside a test. */
export function openTrial(): Trial {
  const folder = copyWorkingTree(root, (file) => /^(docs|bench|e2e|examples|extensions)\//.test(file))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const node = async (...args: readonly string[]) => {
    try {
      const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', VITEST: undefined }
      return (await run(process.execPath, args, { cwd: folder, env })).stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${args.join(' ')}\n${stdout}${stderr}`)
    }
  }
  const tool = (name: string, file: string) =>
    join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), file)
  return {
    folder,
    async make(id) {
      await node('bin/parley', 'extension:new', id)
    },
    async check(...ids) {
      const folders = ids.map((id) => `extensions/${id}`)
      await Promise.all([
        node(tool('vitest', 'vitest.mjs'), 'run', '--testNamePattern=^(?!(.* )?postgres )', ...folders),
        node(tool('@biomejs/biome', 'bin/biome'), 'check', '--vcs-enabled=false', ...folders),
        ...folders.map((each) => node(tool('typescript', 'bin/tsc'), '-p', each)),
      ])
    },
  }
}
