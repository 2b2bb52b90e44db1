import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from 'virtual:parley-messages'
import { createRenderer } from '@parley/client/entry-server'
import type { ClientBuild } from '@parley/server/client-build'
import { inlineRenderer } from '@parley/server/page-renderer'
import { onTestFinished } from 'vitest'

const renderer = inlineRenderer(await createRenderer({ extensions: {}, messages }))

/** The core's client, rendered from its sources without a build, for tests of pages. Call it inside a test. */
export async function pageClient(): Promise<ClientBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = { script: '/assets/entry.js', early: '/assets/early.js', preloads: [], styles: [] }
  return { renderer, folder, files }
}
