import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { copyWorkingTree } from '../runs/working-copy.ts'
import { readTutorial } from './tutorial.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** A copy of the repository in which an author makes extensions. It has no others. */
export class Trial {
  readonly folder = copyWorkingTree(root, (file) => /^(docs|bench|e2e|examples|extensions)\//.test(file))

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Makes an extension by `bin/parley extension:new`. */
  async make(id: string): Promise<void> {
    await this.#node('bin/parley', 'extension:new', id)
  }

  /**
   * Writes the files of docs/writing-an-extension.md into an extension. A file that the document replaces later is kept in
   * `steps`, with all others of that moment, so that every step is compiled.
   */
  follow(id: string): void {
    const folder = join(this.folder, 'extensions', id)
    const written = new Set<string>()
    for (const { path, text, replaces } of readTutorial()) {
      const file = join(folder, path)
      if (existsSync(file) !== replaces)
        throw new Error(
          `The tutorial ${replaces ? 'replaces' : 'adds'} ${path}, which is${replaces ? ' not' : ''} there`,
        )
      if (written.has(path))
        cpSync(folder, join(this.folder, 'steps', `${id}-${written.size}`), { recursive: true })
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      written.add(path)
    }
  }

  /**
   * Runs the tests of the extensions, but for those of every extension on PostgreSQL. Rejects with what Vitest prints, as the
   * others do with what their tools print.
   */
  async test(): Promise<void> {
    const own = '--testNamePattern=^(?!\\S+ postgres )'
    await this.#node(tool('vitest', 'vitest.mjs'), 'run', '--maxWorkers=1', own, 'extensions')
  }

  /** Compiles the extensions, and the steps that led to them. */
  async compile(): Promise<void> {
    const project = { extends: './tsconfig.extension.json', include: ['extensions', 'steps'] }
    writeFileSync(join(this.folder, 'tsconfig.trial.json'), JSON.stringify(project))
    await this.#node(tool('typescript', 'bin/tsc'), '-p', 'tsconfig.trial.json')
  }

  /** Checks formatting and style. */
  async lint(): Promise<void> {
    await this.#node(tool('@biomejs/biome', 'bin/biome'), 'check', '--vcs-enabled=false', 'extensions')
  }

  async #node(...args: readonly string[]): Promise<void> {
    try {
      const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', VITEST: undefined }
      await run(process.execPath, args, { cwd: this.folder, env })
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${args.join(' ')}\n${stdout}${stderr}`)
    }
  }
}

function tool(name: string, file: string): string {
  return join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), file)
}
