import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createBuilder, mergeConfig } from 'vite'
import config from '../../../vite.config.ts'

/** Builds the client with the fixture's extension into a new folder, which the caller removes. */
export async function buildSite(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-editor-points-'))
  const buildOf = (outDir: string, input: string | Record<string, string>) => ({
    build: { outDir: join(folder, outDir), rolldownOptions: { input } },
  })
  const entry = (name: string) => join(import.meta.dirname, name)
  const builder = await createBuilder({
    ...mergeConfig(config, {
      logLevel: 'error',
      environments: {
        client: buildOf('client', { 'entry-client': entry('entry-client.ts') }),
        ssr: buildOf('server', entry('entry-server.ts')),
      },
    }),
    configFile: false,
  })
  for (const name of ['client', 'ssr']) {
    const environment = builder.environments[name]
    if (environment === undefined) throw new Error(`${basename(folder)}: Vite has no environment ${name}.`)
    await builder.build(environment)
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
