import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { installedExtensions, root } from './folders.ts'

// Types leave nothing behind, and what `import()` loads is not part of the first view.
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm

/** A message key as code names it: whole, or up to the `${` of a template. */
const KEY = /['"`]([a-z][\w-]*\.(?:forum|lib)\.[\w.-]*)(\$\{)?/g

/** What the modules of the first view may need of the messages. */
export interface EagerKeys {
  /** Whether a module is among them. */
  hasModule(file: string): boolean
  hasKey(key: string): boolean
}

/** Whether code names any message at all. */
export function namesMessages(code: string): boolean {
  KEY.lastIndex = 0
  return KEY.test(code)
}

/** Follows the imports of the browser's entry as far as they are loaded at once. */
export function findEagerKeys(): EagerKeys {
  const modules = new Set<string>()
  const keys = new Set<string>()
  const beginnings: string[] = []
  const visit = (file: string) => {
    if (modules.has(file)) return
    modules.add(file)
    const code = readFileSync(file, 'utf8')
    for (const [, key = '', isTemplate] of code.matchAll(KEY)) {
      if (isTemplate) beginnings.push(key)
      else keys.add(key)
    }
    for (const [, specifier = ''] of code.matchAll(STATIC_IMPORT)) {
      const target = targetOf(file, specifier)
      if (target !== undefined) visit(target)
    }
  }
  visit(join(root, 'site/entry-client.ts'))
  for (const file of extensionEntries()) visit(file)
  return {
    hasModule: (file) => modules.has(file),
    hasKey: (key) => keys.has(key) || beginnings.some((beginning) => key.startsWith(beginning)),
  }
}

function targetOf(from: string, specifier: string): string | undefined {
  const file = specifier.startsWith('.') ? resolve(dirname(from), specifier) : packageFile(specifier)
  if (file === undefined) return undefined
  return existsSync(file) && statSync(file).isFile() && /\.tsx?$/.test(file) ? file : undefined
}

/** What one of our own packages gives under a name. */
function packageFile(specifier: string): string | undefined {
  const [, name, inside = ''] = /^@parley\/(client|shared)(\/.+)?$/.exec(specifier) ?? []
  if (name === undefined) return undefined
  const folder = join(root, 'packages', name)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const target: unknown = exports[`.${inside}`]
  return typeof target === 'string' ? join(folder, target) : undefined
}

/** The glob of `site/client-extensions.ts`. */
function extensionEntries(): string[] {
  return installedExtensions()
    .flatMap((id) => ['client.tsx', 'client/index.tsx'].map((name) => join(root, 'extensions', id, name)))
    .filter((file) => existsSync(file))
}
