/** What each part of the repository may import from the others. `testing` is for tests everywhere. */
export const areas: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  server: ['shared'],
  client: ['shared'],
  testing: ['shared', 'server', 'client', 'site'],
  extensions: ['shared', 'server', 'client'],
  site: ['shared', 'server', 'client', 'extensions'],
  tools: ['shared', 'server', 'client', 'testing', 'site'],
}

/**
 * From the bottom up: a layer imports from itself and from those before it. `points` are the declarations and
 * what a request carries (each names the other's types); the `engine` answers requests from declarations and
 * knows no feature; `assembly` puts features together.
 */
export const layers = ['infrastructure', 'points', 'engine', 'features', 'assembly', 'door'] as const

export type Layer = (typeof layers)[number]

interface PackageLayers {
  /**
   * Files and folders (ending in /) under src/. A file's own entry comes before that of its folder; folders
   * without one are features, files at the top infrastructure.
   */
  named: Readonly<Record<string, Layer>>
}

export const packageLayers: Readonly<Record<string, PackageLayers>> = {
  server: {
    named: {
      'db/': 'infrastructure',
      'files/': 'infrastructure',
      'images/': 'infrastructure',
      'schema/': 'infrastructure',
      'thread/': 'infrastructure',
      'points/': 'points',
      'actor.ts': 'points',
      'configuration.ts': 'points',
      'context.ts': 'points',
      'extension.ts': 'points',
      'grants.ts': 'points',
      'secrets.ts': 'points',
      'setting-values.ts': 'points',
      'deletion/': 'engine',
      'deletion/feature.ts': 'features',
      'http/': 'engine',
      'jsonapi/': 'engine',
      'openapi/': 'engine',
      'openapi/feature.ts': 'features',
      'page/': 'engine',
      'queue/': 'engine',
      'queue/feature.ts': 'features',
      'queue/failed-jobs.ts': 'features',
      'assembly/': 'assembly',
      'cli/': 'assembly',
      'forum.ts': 'assembly',
      'index.ts': 'door',
    },
  },
  client: {
    named: {
      'composer/': 'infrastructure',
      'composer/feature.ts': 'features',
      'connection/': 'infrastructure',
      'i18n/': 'infrastructure',
      'keyboard/shortcut.ts': 'infrastructure',
      'notifications/notification-type.ts': 'infrastructure',
      'prose/': 'infrastructure',
      'router/': 'infrastructure',
      'search/gambit.ts': 'infrastructure',
      'store/': 'infrastructure',
      'ui/': 'infrastructure',
      'extension.ts': 'points',
      'app.ts': 'assembly',
      'app.tsx': 'assembly',
      'features.ts': 'assembly',
      'early.ts': 'assembly',
      'entry-client.tsx': 'assembly',
      'entry-server.tsx': 'assembly',
      'index.ts': 'door',
    },
  },
}

/** Part of the repository a file belongs to, as `areas` names it; undefined for files outside of all. */
export function areaOf(path: string): string | undefined {
  const [top, second] = path.split('/')
  if (top === 'packages') return second
  if (top === 'extensions' || top === 'site') return top
  return top === 'bench' || top === 'e2e' || top === 'scripts' || top === 'bin' ? 'tools' : undefined
}

/** Layer of a file of a package; undefined for packages without layers. */
export function layerOf(path: string): Layer | undefined {
  const [, name, inside] = /^packages\/([^/]+)\/src\/(.+)$/.exec(path) ?? []
  const table = packageLayers[name ?? '']
  if (!table || !inside) return undefined
  const folder = inside.includes('/') ? `${inside.split('/')[0]}/` : undefined
  return table.named[inside] ?? table.named[folder ?? ''] ?? (folder ? 'features' : 'infrastructure')
}
