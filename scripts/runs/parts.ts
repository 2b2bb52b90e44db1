import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a script of this repository or a JavaScript command line tool on this Node. Resolves with its exit code.
 * @param folder another working copy in which it runs.
 */
export function runScript(
  script: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
  folder = root,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
