import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileMessages, type MessageTree, noParserAlias, parseMessages } from '@parley/shared/i18n/parse'
import type { Plugin } from 'vite'
import { parse } from 'yaml'
import { type EagerKeys, findEagerKeys, namesMessages } from './eager-keys.ts'
import { filesIn, installedExtensions, root } from './folders.ts'

const MODULE = 'virtual:parley-messages'

/** Keys that the browser gets: `core.forum.…`, `core.lib.…` and the same of every extension. */
const CLIENT_KEY = /^[^.]+\.(forum|lib)\./

/** Messages that only code outside of the first view names. */
const LATE = `${MODULE}/late`

/**
 * Gives the English messages and loaders for those of the other locales as `virtual:parley-messages`. English stands in
 * where a locale has no text, so it is always there. Browsers get at first what the first view names; modules that are
 * loaded later bring the rest.
 */
export function clientMessages(): Plugin {
  let eager: EagerKeys | undefined
  return {
    name: 'parley-messages',
    buildStart() {
      const { name, mode } = this.environment
      // The server and tests have everything at once.
      eager = name === 'client' && mode === 'build' ? findEagerKeys() : undefined
    },
    transform(code, id) {
      const file = id.split('?', 1)[0] ?? id
      if (eager === undefined || !/\.tsx?$/.test(file) || file.includes('/node_modules/')) return undefined
      if (eager.hasModule(file) || !namesMessages(code)) return undefined
      return { code: `${code}\nimport '${LATE}'`, map: null }
    },
    config: (_, { command }) => (command === 'build' ? { resolve: { alias: [noParserAlias] } } : undefined),
    resolveId: (id) => (id === MODULE || id.startsWith(`${MODULE}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${MODULE}`) return loaders()
      if (id === `\0${LATE}`) return lateLoaders()
      if (!id.startsWith(`\0${MODULE}/`)) return undefined
      const [, locale = '', part] = id.slice(MODULE.length + 1).split('/')
      const files = localeFolders()
        .flatMap((folder) => filesIn(folder, '.yml'))
        .filter((file) => basename(file, '.yml') === locale)
      for (const file of files) this.addWatchFile(file)
      const keys = eager
      const isWanted = (key: string) => keys === undefined || keys.hasKey(key) === (part !== 'late')
      return `export default ${JSON.stringify(messagesOf(files, isWanted))}`
    },
  }
}

function loaders(): string {
  return [
    `import english from '${MODULE}/en'`,
    `export const messages = { english, others: ${loadersOf('')} }`,
  ].join('\n')
}

/** Code that waits until the messages it names are there. */
function lateLoaders(): string {
  return [
    `import english from '${MODULE}/en/late'`,
    `import { addMessages } from ${JSON.stringify(join(root, 'packages/client/src/base/i18n/site-messages.ts'))}`,
    `await addMessages({ english, others: ${loadersOf('/late')} })`,
  ].join('\n')
}

function loadersOf(part: string): string {
  const others = locales().filter((locale) => locale !== 'en')
  const lines = others.map(
    (locale) => `${JSON.stringify(locale)}: () => import('${MODULE}/${locale}${part}')`,
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
  // `validation.yml` and the like lie beside the locales.
  return [...new Set(names)].filter((name) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(name))
}

function messagesOf(files: string[], isWanted: (key: string) => boolean): object {
  const trees = files.map((file) => parse(readFileSync(file, 'utf8')) as MessageTree)
  const texts = Object.entries(compileMessages(...trees)).filter(
    ([key]) => CLIENT_KEY.test(key) && isWanted(key),
  )
  return withoutLocations(parseMessages(Object.fromEntries(texts)))
}

/** The parser notes where things stood in the text, which nobody needs any more. */
function withoutLocations(messages: object): object {
  return JSON.parse(JSON.stringify(messages, (key, value) => (key === 'location' ? undefined : value)))
}
