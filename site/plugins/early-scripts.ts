import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { installedExtensions, root } from './folders.ts'

/** The `early.ts` of installed extensions, as entries of the bundle. */
export function earlyEntries(installed: readonly string[] = installedExtensions()): Record<string, string> {
  const files = installed.map((id) => [`early-${id}`, join(root, 'extensions', id, 'early.ts')] as const)
  return Object.fromEntries(files.filter(([, file]) => existsSync(file)))
}

/** The files in `scripts/` of installed extensions, as entries of the bundle. */
export function scriptEntries(installed: readonly string[] = installedExtensions()): Record<string, string> {
  const entries = installed.flatMap((id) => {
    const folder = join(root, 'extensions', id, 'scripts')
    const files = existsSync(folder) ? readdirSync(folder) : []
    const names = files.flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? [])
    return names.map((name) => [`script-${id}-${name}`, join(folder, `${name}.ts`)] as const)
  })
  return Object.fromEntries(entries)
}

/**
 * Makes classic scripts of the entries whose names begin with `early` or `script-`: each keeps its names to itself.
 * @throws Error for one that imports another chunk, which no classic script can.
 */
export function earlyScripts(): Plugin {
  return {
    name: 'parley-early-scripts',
    renderChunk(code, { name, isEntry, imports }) {
      if (!isEntry || !/^(?:early\b|script-)/.test(name)) return null
      if (imports.length > 0) {
        throw new Error(
          `${name} shares code with ${imports.join(', ')}: it may import types and files that only it uses`,
        )
      }
      return { code: `(() => {\n${code}\n})()`, map: null }
    },
  }
}
