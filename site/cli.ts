import { join } from 'node:path'
import { seedCommand } from '@parley/seed/command'
import { runCommandLine } from '@parley/server/cli'
import { loadClientBuild } from '@parley/server/client-build'
import { root } from './plugins/folders.ts'
import { loadExtensions } from './server.ts'

/** Runs the command `parley` for this site and sets its exit code. */
export async function run(argv: readonly string[], build: { isClientFresh(): boolean }): Promise<void> {
  process.exitCode = await runCommandLine(argv, {
    loadExtensions,
    loadClient: () => loadClientBuild(join(root, 'dist'), ['admin']),
    isClientFresh: build.isClientFresh,
    commands: [seedCommand],
  })
}
