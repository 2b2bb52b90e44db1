/** The areas of the repository, each with the areas that it may import. Tests may also import those of `testAreas`. */
export const areas: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  server: ['shared'],
  client: ['shared'],
  seed: ['shared', 'server'],
  testing: ['shared', 'server', 'client', 'seed', 'site'],
  extensions: ['shared', 'server', 'client'],
  site: ['shared', 'server', 'client', 'seed', 'extensions'],
  tools: ['shared', 'server', 'client', 'seed', 'testing', 'site'],
}

/** The areas that tests of any area may import: helpers of tests, and generated forums. */
export const testAreas: readonly string[] = ['testing', 'seed']

/**
 * The layers of a package: the folders of its `src`, from the bottom up. A file may import its own layer and those below
 * it. The only other file in `src` is `index.ts`, the entry point for extensions.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  server: ['infrastructure', 'points', 'engine', 'features', 'assembly', 'cli'],
  client: ['store', 'points', 'base', 'ui', 'features', 'admin', 'app'],
}

/** The position of a file in a package with layers. */
export interface LayerPosition {
  /** Names of all layers of the package, from the bottom up. */
  layers: readonly string[]
  /** First folder of the file under `src`, or `index.ts`. */
  layer: string
}

/** The area of a file, a key of `areas`; undefined for files outside of all areas. */
export function areaOf(path: string): string | undefined {
  const [top, second] = path.split('/')
  if (top === 'packages') return second
  if (top === 'extensions' || top === 'site') return top
  return top === 'bench' || top === 'e2e' || top === 'scripts' || top === 'bin' ? 'tools' : undefined
}

/** The layer of a file; undefined for packages without layers. */
export function layerPositionOf(path: string): LayerPosition | undefined {
  const [, name = '', inside = ''] = /^packages\/([^/]+)\/src\/(.+)$/.exec(path) ?? []
  const all = layers[name]
  return all && { layers: all, layer: inside.split('/')[0] ?? '' }
}
