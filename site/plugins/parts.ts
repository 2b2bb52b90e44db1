import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { installedExtensions } from './folders.ts'

const emptyPart = '\0parley-empty-part'

/** Leaves out the parts of extensions for others that are not installed: the contracts that they import are missing. */
export function installedParts(installed: readonly string[] = installedExtensions()): Plugin {
  return {
    name: 'parley-parts',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return undefined
      const file = resolve(dirname(importer), source)
      const [, other] = /[\\/]extensions[\\/][^\\/]+[\\/]when[\\/]([^\\/]+)[\\/]/.exec(file) ?? []
      return other === undefined || installed.includes(other) ? undefined : emptyPart
    },
    load: (id) => (id === emptyPart ? 'export default {}' : undefined),
  }
}
