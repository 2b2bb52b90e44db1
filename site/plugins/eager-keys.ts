import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Bundle } from './bundles.ts'
import { installedExtensions, root } from './folders.ts'

// What an extension adds with another one is loaded before the page is hydrated.
const whenImport = /\bimport\(\s*['"](\.\/when\/[^'"]+)['"]\s*\)/g
const dynamicImport = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

// Skips type imports, which have no code, and `import()`, which is not part of the first view.
const staticImport = /^(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm

/** A message key in code: whole, or the part before the `${` of a template. */
const messageKey = /['"`]([a-z][\w-]*\.(?:forum|lib|admin)\.[\w.-]*)(\$\{)?/g

/** Some modules, and the message keys that they may use. */
export interface UsedKeys {
  hasModule(file: string): boolean
  hasKey(key: string): boolean
}

/** Whether code contains a message key. */
export function hasMessageKeys(code: string): boolean {
  messageKey.lastIndex = 0
  return messageKey.test(code)
}

/** Finds the modules of a bundle's first view: those that its entry files import, also with other extensions. */
export function findEagerKeys(bundle: Bundle): UsedKeys {
  return findKeys(bundle, [staticImport, whenImport], bundle.extensionFiles)
}

/** Finds all modules of a bundle. */
export function findBundleKeys(bundle: Bundle): UsedKeys {
  return findKeys(bundle, [staticImport, dynamicImport], bundle.extensionFiles)
}

/** Finds the modules of a bundle, and those of extensions that it loads on demand. */
export function findDemandedKeys(bundle: Bundle): UsedKeys {
  const { extensionFiles, lateExtensionFiles = [] } = bundle
  return findKeys(bundle, [staticImport, dynamicImport], [...extensionFiles, ...lateExtensionFiles])
}

function findKeys(bundle: Bundle, imports: readonly RegExp[], extensionFiles: readonly string[]): UsedKeys {
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
    for (const [, specifier = ''] of imports.flatMap((pattern) => [...code.matchAll(pattern)])) {
      const target = targetOf(file, specifier)
      if (target !== undefined) visit(target)
    }
  }
  visit(join(root, bundle.entry))
  for (const file of extensionEntries(extensionFiles)) visit(file)
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

/** Returns the files of extensions with these names: those that a glob of `site/` matches. */
function extensionEntries(extensionFiles: readonly string[]): string[] {
  return installedExtensions()
    .flatMap((id) => extensionFiles.map((name) => join(root, 'extensions', id, name)))
    .filter((file) => existsSync(file))
}
