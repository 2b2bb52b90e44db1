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
 * The layers of a package: the folders of its `src`, from the bottom up. A file imports from its own layer and from those
 * before it. Beside them stands only `index.ts`, the door for extensions.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  server: ['infrastructure', 'points', 'engine', 'features', 'assembly', 'cli'],
  client: ['store', 'base', 'ui', 'features', 'app'],
}

/** A file of a package with layers. */
export interface Place {
  /** Names of all layers of the package. */
  layers: readonly string[]
  /** First folder of the file under `src`, or `index.ts`. */
  layer: string
}

/** Part of the repository a file belongs to, as `areas` names it; undefined for files outside of all. */
export function areaOf(path: string): string | undefined {
  const [top, second] = path.split('/')
  if (top === 'packages') return second
  if (top === 'extensions' || top === 'site') return top
  return top === 'bench' || top === 'e2e' || top === 'scripts' || top === 'bin' ? 'tools' : undefined
}

/** Where a file stands among the layers of its package; undefined for packages without layers. */
export function placeOf(path: string): Place | undefined {
  const [, name = '', inside = ''] = /^packages\/([^/]+)\/src\/(.+)$/.exec(path) ?? []
  const all = layers[name]
  return all && { layers: all, layer: inside.split('/')[0] ?? '' }
}
