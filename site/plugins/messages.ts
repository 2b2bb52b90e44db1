import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileMessages, type MessageTree, noParserAlias, parseMessages } from '@parley/shared/i18n/parse'
import { load } from 'js-yaml'
import type { Plugin } from 'vite'
import { bundles, isAdmin } from './bundles.ts'
import {
  findBundleKeys,
  findDemandedKeys,
  findEagerKeys,
  hasMessageKeys,
  type UsedKeys,
} from './eager-keys.ts'
import { filesIn, installedExtensions, root } from './folders.ts'

const moduleId = 'virtual:parley-messages'

/** Namespaces of the keys that a page of the forum may have, and those of every page: `core.forum.…`, `lock.lib.…`. */
const forumNamespaces = bundles.client?.namespaces ?? []
const allNamespaces = Object.values(bundles).flatMap(({ namespaces }) => namespaces)

/** The English messages of extensions in the first view, which are in the chunk of extensions. */
const extensionsModuleId = `${moduleId}/en/extensions`

/** Module with the messages that only code outside the first view uses. */
const lateModuleId = `${moduleId}/late`

/** Module with the messages of the forum that only an editor of the administration area uses. */
const demandedModuleId = `${moduleId}/demanded`

/**
 * Exports the English messages and loaders of the other locales from `virtual:parley-messages`. English is the fallback
 * for missing texts, so it is always loaded. Browsers first load the messages of the first view; modules that are loaded
 * later bring the rest. Texts of the administration area are in its own bundle only.
 */
export function clientMessages(): Plugin {
  let eager: UsedKeys | undefined
  let used: UsedKeys | undefined
  let demanded: UsedKeys | undefined
  return {
    name: 'parley-messages',
    buildStart() {
      const { name, mode } = this.environment
      // The server and tests load all messages at once.
      const bundle = mode === 'build' ? bundles[name] : undefined
      eager = bundle && findEagerKeys(bundle)
      // Most texts of the forum are not used beside it.
      used = bundle && isAdmin(name) ? findBundleKeys(bundle) : undefined
      demanded = bundle && isAdmin(name) ? findDemandedKeys(bundle) : undefined
    },
    transform(code, id) {
      const file = id.split('?', 1)[0] ?? id
      if (eager === undefined || !/\.tsx?$/.test(file) || file.includes('/node_modules/')) return undefined
      if (eager.hasModule(file) || !hasMessageKeys(code)) return undefined
      const isDemanded = used !== undefined && !used.hasModule(file)
      const own = isDemanded ? `\nimport '${demandedModuleId}'` : ''
      return { code: `${code}\nimport '${lateModuleId}'${own}`, map: null }
    },
    config: (_, { command }) => (command === 'build' ? { resolve: { alias: [noParserAlias] } } : undefined),
    resolveId: (id) => (id === moduleId || id.startsWith(`${moduleId}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${moduleId}`) return loadersModule()
      if (id === `\0${lateModuleId}`) return lateLoadersModule('late')
      if (id === `\0${demandedModuleId}`) return lateLoadersModule('demanded')
      if (!id.startsWith(`\0${moduleId}/`)) return undefined
      const [, locale = '', part] = id.slice(moduleId.length + 1).split('/')
      const files = localeFolders()
        .flatMap((folder) => filesIn(folder, '.yml'))
        .filter((file) => basename(file, '.yml') === locale)
      for (const file of files) this.addWatchFile(file)
      const { name, mode } = this.environment
      const namespaces = mode === 'build' && !isAdmin(name) ? forumNamespaces : allNamespaces
      const ids = new Set(installedExtensions())
      const isPart = (key: string) =>
        locale !== 'en' || isLatePart(part) || ids.has(key.split('.')[0] ?? '') === (part === 'extensions')
      const isIncluded = (key: string) => {
        if (!isPart(key) || !namespaces.includes(key.split('.')[1] ?? '')) return false
        if (eager === undefined) return true
        if (!isLatePart(part)) return eager.hasKey(key)
        if (eager.hasKey(key)) return false
        const isUsed = used?.hasKey(key) !== false
        return part === 'late' ? isUsed : !isUsed && demanded?.hasKey(key) === true
      }
      return `export default ${JSON.stringify(messagesOf(files, isIncluded))}`
    },
  }
}

function loadersModule(): string {
  return [
    `import ofCore from '${moduleId}/en'`,
    `import ofExtensions from '${extensionsModuleId}'`,
    'const english = { ...ofCore, ...ofExtensions }',
    `export const messages = { english, others: ${loadersOf('')} }`,
  ].join('\n')
}

/** Whether a part has messages that are loaded with code outside the first view. */
function isLatePart(part: string | undefined): boolean {
  return part === 'late' || part === 'demanded'
}

/** Returns a module that waits for the messages of a late part. */
function lateLoadersModule(part: 'late' | 'demanded'): string {
  return [
    `import english from '${moduleId}/en/${part}'`,
    `import { addMessages } from ${JSON.stringify(join(root, 'packages/client/src/base/i18n/site-messages.ts'))}`,
    `await addMessages({ english, others: ${loadersOf(`/${part}`)} })`,
  ].join('\n')
}

function loadersOf(part: string): string {
  const others = locales().filter((locale) => locale !== 'en')
  const lines = others.map(
    (locale) => `${JSON.stringify(locale)}: () => import('${moduleId}/${locale}${part}')`,
  )
  return `{ ${lines.join(', ')} }`
}

function localeFolders(): string[] {
  const ofExtensions = installedExtensions().map((id) => join(root, 'extensions', id, 'locale'))
  return [join(root, 'packages/shared/locale'), ...ofExtensions]
}

function locales(): string[] {
  const names = localeFolders().flatMap((folder) =>
    filesIn(folder, '.yml').map((file) => basename(file, '.yml')),
  )
  // Other files, such as `validation.yml`, are in the same folder.
  return [...new Set(names)].filter((name) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(name))
}

function messagesOf(files: string[], isIncluded: (key: string) => boolean): object {
  const trees = files.map((file) => load(readFileSync(file, 'utf8')) as MessageTree)
  const texts = Object.entries(compileMessages(...trees)).filter(([key]) => isIncluded(key))
  return withoutLocations(parseMessages(Object.fromEntries(texts)))
}

/** Removes the parser's source locations, which are not needed at run time. */
function withoutLocations(messages: object): object {
  return JSON.parse(JSON.stringify(messages, (key, value) => (key === 'location' ? undefined : value)))
}
