import type { ClientExtension } from '@parley/client'

const files = import.meta.glob<ClientExtension>('../extensions/*/{client.tsx,client/index.tsx}', {
  eager: true,
  import: 'default',
})

/** The browser's half of every installed extension, by the name of its folder. */
export const clientExtensions: Record<string, ClientExtension> = Object.fromEntries(
  Object.entries(files).map(([path, extension]) => [path.split('/')[2], extension]),
)
