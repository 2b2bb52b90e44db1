import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { messages } from 'virtual:parley-messages'
import type { ClientExtension } from '@parley/client'
import { createRenderer } from '@parley/client/entry-server'
import type { ClientBuild } from '@parley/server/client-build'
import { inlineRenderer } from '@parley/server/page-renderer'
import { onTestFinished } from 'vitest'

const rendererOf = async (extensions: Readonly<Record<string, ClientExtension>>) =>
  inlineRenderer(await createRenderer({ extensions, messages }))
const coreRenderer = await rendererOf({})

/**
 * The core's client, rendered from its sources without a build, for tests of pages. Call it inside a test.
 * @param extensions the client's halves of extensions, by id.
 */
export async function pageClient(
  extensions?: Readonly<Record<string, ClientExtension>>,
): Promise<ClientBuild> {
  const renderer = extensions ? await rendererOf(extensions) : coreRenderer
  const folder = await mkdtemp(join(tmpdir(), 'parley-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = { script: '/assets/entry.js', early: '/assets/early.js', preloads: [], styles: [] }
  return { renderer, folder, files }
}

/** Loads the client's halves of the extensions in these folders, by id; some have none. */
export async function readClientExtensions(
  folders: readonly string[],
): Promise<Record<string, ClientExtension>> {
  const load = async (folder: string) => {
    const half: { default: ClientExtension } = await import(/* @vite-ignore */ join(folder, 'client.tsx'))
    return [basename(folder), half.default] as const
  }
  const withHalf = folders.filter((folder) => existsSync(join(folder, 'client.tsx')))
  return Object.fromEntries(await Promise.all(withHalf.map(load)))
}
