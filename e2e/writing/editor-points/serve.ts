// node serve.ts <build>: serves the forum with the fixture's extension.
import { join } from 'node:path'
import { runCommandLine } from '@parley/server/cli'
import { loadClientBuild } from '@parley/server/client-build'
import { loadExtensions } from '@parley/server/load-extension'
import { loadExtensions as loadInstalled } from '../../../site/server.ts'

const [folder = ''] = process.argv.slice(2)
process.exitCode = await runCommandLine(['serve'], {
  async loadExtensions(options) {
    const fixture = await loadExtensions([join(import.meta.dirname, 'editor-points')], options)
    return [...(await loadInstalled(options)), ...fixture]
  },
  loadClient: () => loadClientBuild(folder),
  isClientFresh: () => true,
  commands: [],
})
