import type { ClientExtension } from '@parley/client'

const files = import.meta.glob<ClientExtension>('../extensions/*/{client.tsx,client/index.tsx}', {
  eager: true,
  import: 'default',
})

/** The client declarations of all installed extensions, by folder name. */
export const clientExtensions: Record<string, ClientExtension> = Object.fromEntries(
  Object.entries(files).map(([path, extension]) => [path.split('/')[2], extension]),
)
