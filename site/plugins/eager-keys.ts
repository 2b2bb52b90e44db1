import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { installedExtensions, root } from './folders.ts'

// Skips type imports, which have no code, and `import()`, which is not part of the first view.
const staticImport = /^(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm

/** A message key in code: whole, or the part before the `${` of a template. */
const messageKey = /['"`]([a-z][\w-]*\.(?:forum|lib)\.[\w.-]*)(\$\{)?/g

/** The modules of the first view, and the message keys that they may use. */
export interface EagerKeys {
  /** Whether a module belongs to the first view. */
  hasModule(file: string): boolean
  /** Whether a module of the first view may use a key. */
  hasKey(key: string): boolean
}

/** Whether code contains a message key. */
export function hasMessageKeys(code: string): boolean {
  messageKey.lastIndex = 0
  return messageKey.test(code)
}

/** Finds the modules of the first view by following the static imports of the client's entry files. */
export function findEagerKeys(): EagerKeys {
  const modules = new Set<string>()
  const keys = new Set<string>()
  const prefixes: string[] = []
  const visit = (file: string) => {
    if (modules.has(file)) return
    modules.add(file)
    const code = readFileSync(file, 'utf8')
    for (const [, key = '', isTemplate] of code.matchAll(messageKey)) {
      if (isTemplate) prefixes.push(key)
      else keys.add(key)
    }
    for (const [, specifier = ''] of code.matchAll(staticImport)) {
      const target = targetOf(file, specifier)
      if (target !== undefined) visit(target)
    }
  }
  visit(join(root, 'site/entry-client.ts'))
  for (const file of extensionEntries()) visit(file)
  return {
    hasModule: (file) => modules.has(file),
    hasKey: (key) => keys.has(key) || prefixes.some((prefix) => key.startsWith(prefix)),
  }
}

function targetOf(from: string, specifier: string): string | undefined {
  const file = specifier.startsWith('.') ? resolve(dirname(from), specifier) : packageFile(specifier)
  if (file === undefined) return undefined
  return existsSync(file) && statSync(file).isFile() && /\.tsx?$/.test(file) ? file : undefined
}

/** Returns the file that one of our own packages exports under a specifier. */
function packageFile(specifier: string): string | undefined {
  const [, name, subpath = ''] = /^@parley\/(client|shared)(\/.+)?$/.exec(specifier) ?? []
  if (name === undefined) return undefined
  const folder = join(root, 'packages', name)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const target: unknown = exports[`.${subpath}`]
  return typeof target === 'string' ? join(folder, target) : undefined
}

/** Returns the files that match the glob of `site/client-extensions.ts`. */
function extensionEntries(): string[] {
  return installedExtensions()
    .flatMap((id) => ['client.tsx', 'client/index.tsx'].map((name) => join(root, 'extensions', id, name)))
    .filter((file) => existsSync(file))
}
