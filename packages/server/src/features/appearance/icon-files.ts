import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isIconName } from '@parley/shared'
import { load } from 'js-yaml'

/** The folder of Font Awesome. */
const root = new URL('.', import.meta.resolve('@fortawesome/fontawesome-free/package.json'))
const folders = new Map([
  ['fas', 'solid'],
  ['far', 'regular'],
  ['fab', 'brands'],
])

/** What version 4 called otherwise. */
type FormerNames = Readonly<Record<string, { prefix?: string; name?: string }>>
let formerNames: Promise<FormerNames> | undefined

/** Reads the drawing of an icon; undefined if Font Awesome has none of that name in that style. */
export async function readIcon(style: string, name: string): Promise<string | undefined> {
  if (!isIconName(name)) return undefined
  if (style === 'fa') return await readFormerIcon(name)
  const folder = folders.get(style)
  return folder === undefined ? undefined : await read(`svgs/${folder}/${name}.svg`)
}

/** Reads an icon by the rules of version 4: no style, outlines end in `-o`, and brands are among the others. */
async function readFormerIcon(name: string): Promise<string | undefined> {
  formerNames ??= readFormerNames()
  const names = await formerNames
  const former = Object.hasOwn(names, name) ? names[name] : undefined
  if (former) return await readIcon(former.prefix ?? 'fas', former.name ?? name)
  if (name.endsWith('-o')) return await readIcon('far', name.slice(0, -2))
  return (await readIcon('fas', name)) ?? (await readIcon('fab', name))
}

async function readFormerNames(): Promise<FormerNames> {
  return load((await read('metadata/shims.yml')) ?? '{}') as FormerNames
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(fileURLToPath(new URL(path, root)), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
