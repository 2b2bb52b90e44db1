import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { withinTime } from '../../infrastructure/within-time.ts'
import { type ExtensionLinks, extensionLinkKinds, type InstalledExtension } from '../../points/extension.ts'
import { ImportTrial } from './import-trial.ts'

/** Packages of Parley itself have this scope. */
const ownScope = '@parley/'
const serverFiles = ['server.ts', 'server/index.ts', 'server.js', 'server/index.js']

/** The longest time that the code of an extension may take to load. */
const loadTimeoutMs = 10_000

const ids = z.array(z.string()).default([])
const address = z.string().regex(/^https?:\/\/[^\s]+$/i)
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string().default(''),
  homepage: address.optional().catch(undefined),
  bugs: z
    .union([address, z.object({ url: address })])
    .optional()
    .catch(undefined),
  repository: z
    .union([address, z.object({ url: address })])
    .optional()
    .catch(undefined),
  funding: z
    .union([address, z.object({ url: address })])
    .optional()
    .catch(undefined),
  parley: z.object({
    title: z.string().min(1),
    category: z.string().default('other'),
    icon: z.string().default(''),
    requires: ids,
    optional: ids,
    links: z.partialRecord(z.enum(extensionLinkKinds), address).default({}),
  }),
})

type Manifest = z.output<typeof manifestSchema>

export interface LoadOptions {
  /** Reads only the manifest of an extension that is not part of Parley, and runs none of its code. */
  withoutThirdParty?: boolean
  /** Milliseconds after which its code counts as hanging. */
  timeoutMs?: number
}

/**
 * Loads the extensions in folders: their `package.json` and their declarations. A third-party extension that cannot be
 * loaded is returned with its `fault`. Rejects for a fault of a first-party extension.
 */
export async function loadExtensions(
  folders: readonly string[],
  options: LoadOptions = {},
): Promise<InstalledExtension[]> {
  const trial = new ImportTrial()
  try {
    return await Promise.all(folders.map((folder) => loadExtension(folder, options, trial)))
  } finally {
    await trial.close()
  }
}

async function loadExtension(
  folder: string,
  { withoutThirdParty = false, timeoutMs = loadTimeoutMs }: LoadOptions,
  trial: ImportTrial,
): Promise<InstalledExtension> {
  const id = basename(folder)
  let manifest: Manifest
  try {
    manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  } catch (error) {
    const fault = `package.json: ${reasonOf(error)}`
    return { id, title: id, version: '', declaration: {}, isThirdParty: true, folder, fault }
  }
  const isThirdParty = !manifest.name.startsWith(ownScope)
  const extension = { ...describe(id, folder, manifest), ...(isThirdParty && { isThirdParty }) }
  if (isThirdParty && withoutThirdParty)
    return { ...extension, declaration: {}, fault: 'is not loaded in safe mode' }
  const file = serverFiles.map((name) => join(folder, name)).find(existsSync)
  if (file === undefined) return { ...extension, declaration: {} }
  try {
    if (isThirdParty) await trial.import(file, timeoutMs)
    return { ...extension, declaration: await loadDeclaration(file, timeoutMs) }
  } catch (cause) {
    const error = withMissing(cause, folder, manifest.parley.requires)
    if (!isThirdParty) throw error
    return { ...extension, declaration: {}, fault: reasonOf(error) }
  }
}

/** Says of an extension that cannot be loaded which others are missing: it may import their contracts. */
function withMissing(cause: unknown, folder: string, requires: readonly string[]): unknown {
  const missing = requires.filter((other) => !existsSync(join(folder, '..', other, 'package.json')))
  if (missing.length === 0) return cause
  return new Error(`${basename(folder)} requires extensions that are not installed: ${missing.join(', ')}`, {
    cause,
  })
}

function describe(id: string, folder: string, manifest: Manifest): Omit<InstalledExtension, 'declaration'> {
  const { version, description, parley } = manifest
  const { title, category, icon, requires, optional } = parley
  return {
    id,
    title,
    version,
    description,
    category,
    icon,
    requires,
    optional,
    links: linksOf(manifest),
    folder,
  }
}

/** The links of the manifest, then those that every package may have. */
function linksOf({ homepage, bugs, repository, funding, parley }: Manifest): ExtensionLinks {
  const urlOf = (value: string | { url: string } | undefined) =>
    typeof value === 'object' ? value.url : value
  const others = {
    website: homepage,
    support: urlOf(bugs),
    source: urlOf(repository),
    donate: urlOf(funding),
  }
  const known = Object.entries(others).filter(([, url]) => url !== undefined)
  return { ...Object.fromEntries(known), ...parley.links }
}

async function loadDeclaration(file: string, timeoutMs: number): Promise<InstalledExtension['declaration']> {
  const { default: declaration } = await withinTime(import(pathToFileURL(file).href), timeoutMs)
  if (typeof declaration !== 'object' || declaration === null)
    throw new Error(`${file} exports no declaration`)
  return declaration
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  return error instanceof Error ? error.message : String(error)
}
