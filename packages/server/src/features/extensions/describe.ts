import { z } from 'zod'
import { ExtensionError } from '../../infrastructure/errors.ts'
import { loadTextsOf } from '../../infrastructure/translations.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import { type Additions, additionsOf } from './additions.ts'
import { readErrors, readFigures } from './health-record.ts'
import { markedPurges } from './purge/purge-marks.ts'
import { hasReadMe } from './read-me.ts'

const names = z.array(z.string())

const healthSchema = z.object({
  /** In the last 24 hours. */
  requests: z.int(),
  calls: z.int(),
  milliseconds: z.number(),
  errors: z.int(),
  /** Permanently failed jobs that are still recorded. */
  failedJobs: z.int(),
})

/** The members of an extension in lists. */
export const extensionSchema = z.object({
  title: z.string(),
  version: z.string(),
  description: z.string(),
  category: z.string(),
  icon: z.string(),
  links: z.record(z.string(), z.string()),
  isThirdParty: z.boolean(),
  hasReadMe: z.boolean(),
  isEnabled: z.boolean(),
  isWorking: z.boolean(),
  isPurging: z.boolean(),
  fault: z.string().nullable(),
  requires: names,
  optional: names,
  dependents: names,
  adds: z.object({
    settings: names,
    permissions: names,
    preferences: names,
    notifications: names,
    eventPosts: names,
    jobs: names,
    resources: names,
    pages: names,
    feeds: names,
    sitemap: names,
    counters: names,
    rateLimits: names,
    tables: names,
    columns: names,
  }),
  health: healthSchema,
})

/** An extension as administrators see it. */
export type DescribedExtension = { id: string } & z.output<typeof extensionSchema>

/** What an extension adds; nothing if its code is not loaded. */
export async function additionsIn(
  { forum }: Context,
  extension: InstalledExtension,
): Promise<Additions | undefined> {
  if (extension.fault !== undefined) return undefined
  try {
    return await additionsOf(extension, forum.extensions.installed, forum.database.dialect)
  } catch (error) {
    if (error instanceof ExtensionError) return undefined
    throw error
  }
}

/** Describes all installed extensions, sorted by category and title. */
export async function describeExtensions(context: Context): Promise<DescribedExtension[]> {
  const { installed } = context.forum.extensions
  const additions = await Promise.all(installed.map((extension) => additionsIn(context, extension)))
  const facts = await readFacts(
    context,
    additions.flatMap((each) => each?.jobs ?? []),
  )
  const described = await Promise.all(
    installed.map((extension, index) => describe(context, extension, additions[index], facts)),
  )
  return described.sort((a, b) => compare(a.category, b.category) || compare(a.title, b.title))
}

/** The members of an extension that only its own page shows. */
export const extensionDetailSchema = z.object({
  /** What it adds to the permission grid, in words; others have their name as label. */
  permissions: z.array(z.object({ name: z.string(), label: z.string() })),
  latestErrors: z.array(
    z.object({
      side: z.enum(['server', 'browser']),
      place: z.string(),
      message: z.string(),
      count: z.int(),
      lastAt: z.string(),
    }),
  ),
})

/** Describes one extension in detail; undefined if it is not installed. */
export async function describeExtension(
  context: Context,
  id: string,
): Promise<(DescribedExtension & z.output<typeof extensionDetailSchema>) | undefined> {
  const extension = context.forum.extensions.installed.find((installed) => installed.id === id)
  const described = (await describeExtensions(context)).find((each) => each.id === id)
  if (!extension || !described) return undefined
  const stored = await readErrors(context.db, id)
  const measured = context.forum.extensions.health.measured(id).errors
  return {
    ...described,
    permissions: await labelledPermissions(context, extension),
    latestErrors: [...measured.toReversed(), ...stored].slice(0, 50),
  }
}

/** The permissions that an extension adds, in words, also while it is disabled. */
async function labelledPermissions(context: Context, extension: InstalledExtension) {
  const additions = await additionsIn(context, extension)
  if (!additions || additions.permissions.length === 0) return []
  const { folder } = extension
  const textOf =
    folder === undefined ? translatorOf(context) : await loadTextsOf(`${folder}/locale`, context.locale)
  return additions.permissions.map((name) => {
    const label = additions.permissionLabels.get(name)
    return { name, label: label === undefined ? name : textOf(label) }
  })
}

interface Facts {
  figures: Awaited<ReturnType<typeof readFigures>>
  failedJobs: ReadonlyMap<string, number>
  purging: ReadonlySet<string>
}

async function readFacts(context: Context, jobs: readonly string[]): Promise<Facts> {
  const [figures, purges, failed] = await Promise.all([
    readFigures(context.db, context.now),
    markedPurges(context),
    jobs.length === 0
      ? []
      : context.db
          .selectFrom('failed_jobs')
          .select((eb) => ['name', eb.fn.countAll<number | string>().as('count')])
          .where('name', 'in', jobs)
          .groupBy('name')
          .execute(),
  ])
  return {
    figures,
    failedJobs: new Map(failed.map(({ name, count }) => [name, Number(count)])),
    purging: new Set(purges.map(({ extension }) => extension)),
  }
}

async function describe(
  { forum }: Context,
  extension: InstalledExtension,
  additions: Additions | undefined,
  { figures, failedJobs, purging }: Facts,
): Promise<DescribedExtension> {
  const { id, title, version, requires = [], optional = [], fault } = extension
  const { installed, enabled, requested, faults, health } = forum.extensions
  const stored = figures.get(id)
  const measured = health.measured(id)
  const errors = measured.errors.reduce((sum, { count }) => sum + count, 0)
  return {
    id,
    title,
    version,
    description: extension.description ?? '',
    category: extension.category ?? 'other',
    icon: extension.icon ?? '',
    links: { ...extension.links },
    isThirdParty: extension.isThirdParty ?? false,
    hasReadMe: await hasReadMe(extension.folder),
    isEnabled: requested.includes(id),
    isWorking: enabled.includes(id),
    isPurging: purging.has(id),
    fault: faults.find((each) => each.id === id)?.reason ?? fault ?? null,
    requires: [...requires],
    optional: [...optional],
    dependents: installed.filter((other) => other.requires?.includes(id)).map((other) => other.id),
    adds: namesOf(additions),
    health: {
      requests: (stored?.requests ?? 0) + measured.requests,
      calls: (stored?.calls ?? 0) + measured.calls,
      milliseconds: Math.round((stored?.milliseconds ?? 0) + measured.milliseconds),
      errors: (stored?.errors ?? 0) + errors,
      failedJobs: (additions?.jobs ?? []).reduce((sum, name) => sum + (failedJobs.get(name) ?? 0), 0),
    },
  }
}

function namesOf(additions: ListedAdditions = nothing): DescribedExtension['adds'] {
  const { created } = additions
  return {
    settings: [...additions.settings],
    permissions: [...additions.permissions],
    preferences: [...additions.preferences],
    notifications: [...additions.notifications],
    eventPosts: [...additions.eventPosts],
    jobs: [...additions.jobs],
    resources: [...additions.resources],
    pages: [...additions.pages],
    feeds: [...additions.feeds],
    sitemap: [...additions.sitemap],
    counters: [...additions.counters],
    rateLimits: [...additions.rateLimits],
    tables: [...created.tables],
    columns: created.columns.map(({ table, column }) => `${table}.${column}`),
  }
}

type ListedAdditions = Omit<
  Additions,
  | 'permissionLabels'
  | 'permissionParts'
  | 'migrations'
  | 'hides'
  | 'keepsPrivate'
  | 'notificationChannels'
  | 'fileFolders'
>

const nothing: ListedAdditions = {
  settings: [],
  permissions: [],
  preferences: [],
  notifications: [],
  eventPosts: [],
  jobs: [],
  resources: [],
  pages: [],
  feeds: [],
  sitemap: [],
  counters: [],
  rateLimits: [],
  created: { tables: [], columns: [] },
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
