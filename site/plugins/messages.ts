import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileMessages, type MessageTree, noParserAlias, parseMessages } from '@parley/shared/i18n/parse'
import type { Plugin } from 'vite'
import { parse } from 'yaml'
import { filesIn, installedExtensions, root } from './folders.ts'

const MODULE = 'virtual:parley-messages'

/** Keys that the browser gets: `core.forum.…`, `core.lib.…` and the same of every extension. */
const CLIENT_KEY = /^[^.]+\.(forum|lib)\./

/**
 * Gives the English messages and loaders for those of the other locales as `virtual:parley-messages`. English stands in
 * where a locale has no text, so it is always there.
 */
export function clientMessages(): Plugin {
  return {
    name: 'parley-messages',
    config: (_, { command }) => (command === 'build' ? { resolve: { alias: [noParserAlias] } } : undefined),
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${MODULE}`) return loaders()
      if (!id.startsWith(`\0${MODULE}/`)) return undefined
      const locale = id.slice(MODULE.length + 2)
      const files = localeFolders()
        .flatMap((folder) => filesIn(folder, '.yml'))
        .filter((file) => basename(file, '.yml') === locale)
      for (const file of files) this.addWatchFile(file)
      return `export default ${JSON.stringify(messagesOf(files))}`
    },
  }
}

function loaders(): string {
  const others = locales().filter((locale) => locale !== 'en')
  const lines = others.map((locale) => `${JSON.stringify(locale)}: () => import('${MODULE}/${locale}')`)
  return [
    `import english from '${MODULE}/en'`,
    `export const messages = { english, others: { ${lines.join(', ')} } }`,
  ].join('\n')
}

function localeFolders(): string[] {
  const ofExtensions = installedExtensions().map((id) => join(root, 'extensions', id, 'locale'))
  return [join(root, 'packages/shared/locale'), ...ofExtensions]
}

function locales(): string[] {
  const names = localeFolders().flatMap((folder) =>
    filesIn(folder, '.yml').map((file) => basename(file, '.yml')),
  )
  // `validation.yml` and the like lie beside the locales.
  return [...new Set(names)].filter((name) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(name))
}

function messagesOf(files: string[]): object {
  const trees = files.map((file) => parse(readFileSync(file, 'utf8')) as MessageTree)
  const texts = Object.entries(compileMessages(...trees)).filter(([key]) => CLIENT_KEY.test(key))
  return withoutLocations(parseMessages(Object.fromEntries(texts)))
}

/** The parser notes where things stood in the text, which nobody needs any more. */
function withoutLocations(messages: object): object {
  return JSON.parse(JSON.stringify(messages, (key, value) => (key === 'location' ? undefined : value)))
}
