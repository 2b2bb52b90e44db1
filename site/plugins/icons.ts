import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { isAdmin } from './bundles.ts'
import { filesIn, installedExtensions, root } from './folders.ts'

const moduleId = 'virtual:parley-icons'

/**
 * Combines the icons of the core and of all extensions into one SVG sprite with a hashed name, and the drawings of
 * empty pages into another. The administration area has a sprite with its own icons besides. Exports their paths from `virtual:parley-icons`. An icon is a file of 20 by 20 units,
 * named after the file.
 * @throws Error when two files have the same name.
 */
export function iconSprite(): Plugin {
  const icons = buildSprite('icons', iconFiles())
  const adminIcons = buildSprite('icons', [
    ...iconFiles(),
    ...filesIn(join(root, 'packages/client/src/admin/icons'), '.svg'),
  ])
  const art = buildSprite('art', filesIn(join(root, 'packages/client/src/ui/art'), '.svg'))
  const iconsOf = (environment: string) => (isAdmin(environment) ? adminIcons : icons)
  const codeFor = (environment: string) =>
    [
      `export default ${JSON.stringify(iconsOf(environment).fileName)}`,
      `export const artFile = ${JSON.stringify(art.fileName)}`,
    ].join('\n')
  return {
    name: 'parley-icons',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load(id) {
      return id === `\0${moduleId}` ? codeFor(this.environment.name) : undefined
    },
    buildStart() {
      const { name, mode, config } = this.environment
      if (config.consumer !== 'client' || mode !== 'build') return
      for (const sprite of [iconsOf(name), art]) this.emitFile({ type: 'asset', ...sprite })
    },
  }
}

interface Sprite {
  fileName: string
  source: string
}

function buildSprite(name: string, files: readonly string[]): Sprite {
  const owners = new Map<string, string>()
  const symbols: string[] = []
  for (const file of files) {
    const name = basename(file, '.svg')
    const other = owners.get(name)
    if (other !== undefined) throw new Error(`Two files define the icon "${name}": ${other} and ${file}`)
    owners.set(name, file)
    symbols.push(toSymbol(name, readFileSync(file, 'utf8'), file))
  }
  const source = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
  return { fileName: `assets/${name}-${hash}.svg`, source }
}

function iconFiles(): string[] {
  const folders = installedExtensions().map((id) => join(root, 'extensions', id, 'icons'))
  return [join(root, 'packages/client/src/ui/icons'), ...folders].flatMap((folder) => filesIn(folder, '.svg'))
}

function toSymbol(name: string, source: string, file: string): string {
  const parts = /<svg[^>]*?\bviewBox="([^"]+)"[^>]*>([\s\S]*)<\/svg>/.exec(source)
  if (parts === null) throw new Error(`${file} is not an SVG image with a viewBox.`)
  const [, viewBox = '', content = ''] = parts
  return `<symbol id="${name}" viewBox="${viewBox}">${content.trim()}</symbol>`
}
