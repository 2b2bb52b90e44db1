import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTool } from '../command.ts'
import type { Check, Fault, Repository } from '../repository.ts'

const knip = fileURLToPath(import.meta.resolve('knip'))

/**
 * Nothing is left over: no unused files, exports and packages, and package.json lists every imported package (see
 * knip.ts). The second run leaves out tests and the root's packages: production code needs packages of its own.
 */
export const unused: Check = {
  name: 'unused',
  async find(repository) {
    if (!repository.files.includes('knip.ts')) return []
    const found = await Promise.all([
      runKnip(repository),
      runKnip(repository, '--strict', '--include', 'dependencies,unlisted'),
    ])
    return [...new Map(found.flat().map((fault) => [JSON.stringify(fault), fault])).values()]
  },
}

async function runKnip({ root }: Repository, ...options: string[]): Promise<Fault[]> {
  const args = ['--no-progress', '--reporter=github-actions', '--no-config-hints', ...options]
  const { code, output } = await runTool(`${dirname(knip)}/../bin/knip.js`, args, root)
  const faults = output.split('\n').flatMap((text) => {
    const [, file, line, kind, what] =
      /^::\w+ file=([^,]+),line=(\d+),.* \/ ([^:]+)::(.+?)(?: in .+)?$/.exec(text) ?? []
    return file && kind && what ? [{ file, line: Number(line), message: `${kind}: ${what}` }] : []
  })
  return code !== 0 && faults.length === 0 ? [{ file: 'knip.ts', message: output.trim() }] : faults
}
