import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { filesIn, installedExtensions, root } from './folders.ts'

const moduleId = 'virtual:parley-icons'

/**
 * Combines the icons of the core and of all extensions into one SVG sprite with a hashed name, and exports its path
 * from `virtual:parley-icons`. An icon is a file of 20 by 20 units, named after the file.
 * @throws Error when two files have the same name.
 */
export function iconSprite(): Plugin {
  const sprite = buildSprite()
  const hash = createHash('sha256').update(sprite).digest('hex').slice(0, 8)
  const fileName = `assets/icons-${hash}.svg`
  return {
    name: 'parley-icons',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load: (id) => (id === `\0${moduleId}` ? `export default ${JSON.stringify(fileName)}` : undefined),
    buildStart() {
      const { name, mode } = this.environment
      if (name === 'client' && mode === 'build') this.emitFile({ type: 'asset', fileName, source: sprite })
    },
  }
}

function buildSprite(): string {
  const owners = new Map<string, string>()
  const symbols: string[] = []
  for (const file of iconFiles()) {
    const name = basename(file, '.svg')
    const other = owners.get(name)
    if (other !== undefined) throw new Error(`Two files define the icon "${name}": ${other} and ${file}`)
    owners.set(name, file)
    symbols.push(toSymbol(name, readFileSync(file, 'utf8'), file))
  }
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
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
