import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { readExtension } from './extension-folder.ts'

/** Expects that an extension has every text that its sources use, and no texts outside of its namespace. */
export async function expectCompleteLocale(folder: string): Promise<void> {
  const id = basename(folder)
  const english = keysOf(join(folder, 'locale', 'en.yml'))
  expect(english.filter((key) => !key.startsWith(`${id}.`))).toEqual([])
  const { declaration } = await readExtension(folder)
  const names = new Set([
    ...Object.keys(declaration.settings ?? {}),
    ...Object.keys(declaration.permissions ?? {}),
    ...Object.keys(declaration.preferences ?? {}),
    ...Object.keys(declaration.audit ?? {}),
  ])
  const used = sourcesIn(folder)
    .flatMap((source) => [...source.matchAll(new RegExp(`['"\`](${id}(?:\\.[\\w-]+)+)['"\`]`, 'g'))])
    .flatMap(([, key]) => (key && !names.has(key) ? [key] : []))
  // One with two parts may also be an event, a service or a column (`tags.id`), unless it is the prefix of a key.
  const isKey = (key: string) =>
    key.split('.').length > 2 || english.some((other) => other.startsWith(`${key}.`))
  // A mail is named by the beginning of the keys of its subject and its body.
  const isText = (key: string) => english.includes(key) || english.includes(`${key}.subject`)
  expect(used.filter((key) => isKey(key) && !isText(key))).toEqual([])
  for (const file of localeFiles(folder)) {
    expect({ file, unknownKeys: keysOf(file).filter((key) => !english.includes(key)) }).toEqual({
      file,
      unknownKeys: [],
    })
  }
}

function localeFiles(folder: string): string[] {
  const locale = join(folder, 'locale')
  return existsSync(locale) ? readdirSync(locale).map((name) => join(locale, name)) : []
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|js|jsx)$/.test(name) && !/\.test\.|node_modules|^dist\//.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

function keysOf(file: string): string[] {
  return existsSync(file) ? flatten(parse(readFileSync(file, 'utf8')) ?? {}, '') : []
}

function flatten(tree: Readonly<Record<string, unknown>>, prefix: string): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? flatten(value as Record<string, unknown>, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  )
}
