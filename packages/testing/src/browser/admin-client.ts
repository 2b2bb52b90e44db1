import { messages } from 'virtual:parley-messages'
import type { ClientExtension } from '@parley/client'
import { createRenderer } from '@parley/client/entry-admin-server'
import type { ClientBuild } from '@parley/server/client-build'
import { inlineRenderer } from '@parley/server/page-renderer'
import { pageClient } from './page-client.ts'

/** As `pageClient`, with the administration area and what `extensions` declare for it. Call it inside a test. */
export async function adminClient(extensions: Record<string, ClientExtension> = {}): Promise<ClientBuild> {
  const renderer = inlineRenderer(await createRenderer({ extensions, messages }))
  const files = {
    script: '/assets/admin.js',
    early: '/assets/early-admin.js',
    preloads: [],
    styles: ['/assets/admin.css'],
  }
  return { ...(await pageClient()), areas: { admin: { renderer, files } } }
}
