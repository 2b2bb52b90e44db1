import type { ClientExtension } from '@parley/client'

const files = import.meta.glob<ClientExtension>('../extensions/*/{admin.tsx,admin/index.tsx}', {
  eager: true,
  import: 'default',
})

/** What installed extensions declare for the administration area, by folder name. */
export const adminExtensions: Record<string, ClientExtension> = Object.fromEntries(
  Object.entries(files).map(([path, extension]) => [path.split('/')[2], extension]),
)
