import { join } from 'node:path'
import { runCommandLine } from '@parley/server/cli'
import { loadClientBuild } from '@parley/server/client-build'
import { siteCommands } from './commands.ts'
import { root } from './plugins/folders.ts'
import { loadExtensions } from './server.ts'

/** What the command line knows about the working copy that it runs in. */
interface Checkout {
  /** Whether the client's build was made from the current sources. */
  isClientFresh(): boolean
  /** Remembers that node_modules agrees with the lock file. */
  markInstalled(): void
}

/** Runs the command `parley` for this site and sets its exit code. */
export async function run(argv: readonly string[], checkout: Checkout): Promise<void> {
  process.exitCode = await runCommandLine(argv, {
    loadExtensions,
    loadClient: () => loadClientBuild(join(root, 'dist'), ['admin']),
    isClientFresh: checkout.isClientFresh,
    commands: siteCommands({ root, onLinked: checkout.markInstalled }),
  })
}
