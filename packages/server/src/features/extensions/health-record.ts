import type { Database } from '../../infrastructure/db/database.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import type { CaughtError, Measured } from '../../points/health/extension-health.ts'
import './table.ts'

const hourMs = 3600_000
/** The time that the shown figures cover. */
const recordHours = 24
const retentionDays = 30
/** Errors that are kept of one extension. */
const maximumErrors = 50
/** The largest value of an integer column. */
const maximumCount = 2_147_483_647

/** The figures of one extension in the last hours, over all processes. */
export interface HealthRecord {
  requests: number
  calls: number
  milliseconds: number
  errors: number
  /** The latest errors, newest first. */
  latest: readonly CaughtError[]
}

/** Adds measurements to the record that all processes share. */
export async function storeHealth(
  database: Database,
  measured: ReadonlyMap<string, Measured>,
  now: Date,
): Promise<void> {
  const used = [...measured].filter(([, { calls, requests, errors }]) => calls + requests + errors.length > 0)
  if (used.length === 0) return
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs).toISOString()
  await database.transaction(async (db) => {
    for (const [extension, { requests, calls, milliseconds, errors }] of used) {
      const counts = { requests, calls, milliseconds: Math.round(milliseconds), errors: sumOf(errors) }
      await db
        .insertInto('extension_health')
        .values({ extension, hour, ...counts })
        .onConflict((conflict) =>
          conflict.columns(['extension', 'hour']).doUpdateSet((eb) => {
            const add = (name: keyof typeof counts) =>
              eb
                .case()
                .when(eb(`extension_health.${name}`, '<', maximumCount - counts[name]))
                .then(eb(`extension_health.${name}`, '+', counts[name]))
                .else(maximumCount)
                .end()
            return {
              requests: add('requests'),
              calls: add('calls'),
              milliseconds: add('milliseconds'),
              errors: add('errors'),
            }
          }),
        )
        .execute()
      for (const error of errors) await storeError(db, extension, error)
      if (errors.length > 0) await keepNewestErrors(db, extension)
    }
  })
}

function sumOf(errors: readonly CaughtError[]): number {
  return errors.reduce((sum, { count }) => sum + count, 0)
}

async function storeError(
  db: Queries,
  extension: string,
  { side, place, message, count, lastAt }: CaughtError,
): Promise<void> {
  await db
    .insertInto('extension_errors')
    .values({ extension, side, place, message, count, last_at: lastAt })
    .onConflict((conflict) =>
      conflict.columns(['extension', 'side', 'place', 'message']).doUpdateSet((eb) => ({
        count: eb('extension_errors.count', '+', count),
        last_at: lastAt,
      })),
    )
    .execute()
}

async function keepNewestErrors(db: Queries, extension: string): Promise<void> {
  const oldestKept = await latestErrors(db, extension)
    .offset(maximumErrors - 1)
    .executeTakeFirst()
  if (!oldestKept) return
  await db
    .deleteFrom('extension_errors')
    .where('extension', '=', extension)
    .where('last_at', '<', oldestKept.last_at)
    .execute()
}

function latestErrors(db: Queries, extension: string) {
  return db
    .selectFrom('extension_errors')
    .select(['side', 'place', 'message', 'count', 'last_at'])
    .where('extension', '=', extension)
    .orderBy('last_at', 'desc')
    .limit(1)
}

/** Reads the figures of extensions in the last hours, by id. Those without any are missing. */
export async function readFigures(
  db: Queries,
  now: Date,
): Promise<ReadonlyMap<string, Omit<HealthRecord, 'latest'>>> {
  const since = new Date(now.getTime() - recordHours * hourMs).toISOString()
  const rows = await db
    .selectFrom('extension_health')
    .select((eb) => [
      'extension',
      eb.fn.sum<number | string>('requests').as('requests'),
      eb.fn.sum<number | string>('calls').as('calls'),
      eb.fn.sum<number | string>('milliseconds').as('milliseconds'),
      eb.fn.sum<number | string>('errors').as('errors'),
    ])
    .where('hour', '>', since)
    .groupBy('extension')
    .execute()
  return new Map(
    rows.map(({ extension, requests, calls, milliseconds, errors }) => [
      extension,
      {
        requests: Number(requests),
        calls: Number(calls),
        milliseconds: Number(milliseconds),
        errors: Number(errors),
      },
    ]),
  )
}

/** Reads the latest errors of an extension, newest first. */
export async function readErrors(db: Queries, extension: string): Promise<CaughtError[]> {
  const rows = await latestErrors(db, extension).limit(maximumErrors).execute()
  return rows.map(({ last_at, ...error }) => ({ ...error, lastAt: last_at }))
}

/** Deletes what is older than the retention. */
export async function sweepHealth(db: Queries, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - retentionDays * 24 * hourMs).toISOString()
  await db.deleteFrom('extension_health').where('hour', '<', oldest).execute()
  await db.deleteFrom('extension_errors').where('last_at', '<', oldest).execute()
}
