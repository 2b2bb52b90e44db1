import { randomInt } from 'node:crypto'
import { slugify } from '@parley/shared/slug'
import { z } from 'zod'

/** The extensions of names that files may keep, in lower case. */
export type ClientExtensions = ReadonlySet<string>

/** The longest name of a file without its extension. */
const longestName = 100

/** The schema of the setting: extensions between commas. */
export function clientExtensions(): z.ZodType<ClientExtensions> {
  return z
    .string()
    .max(2000)
    .nullable()
    .transform((text, context) => {
      const names = (text ?? '')
        .split(',')
        .map((name) => name.trim().replace(/^\./, '').toLowerCase())
        .filter((name) => name !== '')
      if (names.every((name) => /^[a-z\d]{1,20}$/.test(name))) return new Set(names)
      context.addIssue({
        code: 'custom',
        params: { rule: 'upload.api.settings.client_extensions_message', ownKey: true },
      })
      return z.NEVER
    })
}

/** The extension of a name by its sender, in lower case; '' without one. */
export function extensionOf(name: string): string {
  return /\.([a-z\d]{1,20})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** What a file is called: never more than ASCII letters, digits and dashes with one extension. */
export function baseNameOf(name: string, extension: string, uuid: string): string {
  const own = extensionOf(name)
  const start = own === '' ? name : name.slice(0, -own.length - 1)
  const slug = slugify(start.slice(0, 1000)).slice(0, longestName).replace(/-$/, '')
  return `${slug || uuid}.${extension}`
}

let last = 0

/** The path of a new file: `2026-05-01/1777593600-123456-cat.png`. No two files of a process get the same. */
export function pathOf(baseName: string, now: Date): string {
  last = Math.max(last + 1, +now * 1000 + randomInt(1000))
  const seconds = Math.floor(last / 1e6)
  const microseconds = String(last % 1e6).padStart(6, '0')
  return `${now.toISOString().slice(0, 10)}/${seconds}-${microseconds}-${baseName}`
}
