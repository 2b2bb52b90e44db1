import { enqueueJob } from '../../engine/queue/enqueue-job.ts'
import { insertAuditEntry } from '../../features/audit/write-entry.ts'
import { type Additions, additionsOf } from '../../features/extensions/additions.ts'
import { backUp } from '../../features/extensions/backup.ts'
import { purgeStored } from '../../features/extensions/purge/purge.ts'
import {
  type MarkedPurge,
  markBackedUp,
  markedPurges,
  markPurge,
  unmarkPurge,
} from '../../features/extensions/purge/purge-marks.ts'
import { writeSettings } from '../../features/settings/store.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import {
  conflict,
  ExtensionError,
  extensionFailed,
  type ForumError,
  ioError,
  notFound,
} from '../../infrastructure/errors.ts'
import type { Context, ExtensionBackup, ExtensionFault, Extensions } from '../../points/context/context.ts'
import { countersOf } from '../../points/counters/counters.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import type { ExtensionHealth } from '../../points/health/extension-health.ts'
import {
  type DependencyRules,
  findInstalled,
  refuseCircularDependencies,
  refuseDefaultLanguage,
  refuseMissingDependencies,
  refuseWhileRequired,
} from './dependencies.ts'

/** A change of the build. */
export interface BuildChange {
  /** The extensions to select; by default those that are stored. */
  ids?: readonly string[]
  /** Extensions whose failure makes the change fail. */
  mustWork?: readonly string[]
  /** Runs in the transaction that stores the ids. */
  record?: (db: Queries) => Promise<void>
}

/** Parts of a running forum that are needed to change the enabled extensions. */
export interface ControlHost extends DependencyRules {
  /** Ids of the extensions that should be enabled. */
  requested(): readonly string[]
  faults(): readonly ExtensionFault[]
  isSafeMode(): boolean
  /** A context of the current build, with all permissions and no account. */
  context(): Context
  /** Runs `work` after all earlier changes of the extensions, including those by other processes. */
  runExclusively<T>(work: () => Promise<T>): Promise<T>
  /** Activates a new build. */
  replaceBuild(change?: BuildChange): Promise<void>
}

interface ControlOptions {
  installed: readonly InstalledExtension[]
  health: ExtensionHealth
  /** Whether the environment sets the safe mode. */
  isForced: boolean
}

/**
 * Implements `Forum.extensions`. `getHost` returns the forum that runs: every build has this control, and the first build
 * is made before the forum runs.
 */
export function createExtensionControl(
  { installed, health, isForced }: ControlOptions,
  getHost: () => ControlHost,
): Extensions {
  const run = <T>(work: (host: ControlHost) => Promise<T>): Promise<T> => {
    const host = getHost()
    return host.runExclusively(() => work(host))
  }
  return {
    installed,
    health,
    get enabled() {
      return getHost().enabled()
    },
    get requested() {
      return getHost().requested()
    },
    get faults() {
      return getHost().faults()
    },
    get safeMode() {
      return isForced ? 'forced' : getHost().isSafeMode() ? 'on' : 'off'
    },
    enable: (id, context) => run((host) => enable(host, findInstalled(host, id) ?? throwNotFound(), context)),
    disable: (id, context) =>
      run((host) => disable(host, findInstalled(host, id) ?? throwNotFound(), context)),
    async purge(id, context, { backup = false } = {}) {
      const host = getHost()
      const extension = findInstalled(host, id)
      if (!extension) return undefined
      const purge = { extension: id, needsBackup: backup }
      await host.runExclusively(() => beginPurge(host, extension, purge, context))
      // Deleting may take long, and other changes do not wait for it.
      return endPurge(host, extension, purge)
    },
    resumePurges: () => resumePurges(getHost()),
    rebuild: () => run((host) => host.replaceBuild()),
    setSafeMode: (isOn, context) =>
      run(async (host) => {
        if (isForced) throw refusal(host, 'safe_mode_forced_message', conflict)
        const { forum } = host.context()
        await forum.write({ ...context, forum }, (writing) =>
          writeSettings(writing, { safe_mode: isOn ? '1' : '0' }),
        )
        await host.replaceBuild()
      }),
  }
}

function throwNotFound(): never {
  throw notFound()
}

/** An error with a text that may name an extension. */
function refusal(
  host: ControlHost,
  key: 'extension_not_loaded_message' | 'safe_mode_forced_message',
  error: typeof conflict,
  extension?: InstalledExtension,
): ForumError {
  const params = { extension: extension?.title ?? '', reason: extension?.fault ?? '' }
  return error({ problems: [{ detail: host.translate(`core.api.${key}`, params) }] })
}

async function enable(host: ControlHost, extension: InstalledExtension, actor: Context): Promise<void> {
  const { id } = extension
  if (host.enabled().includes(id)) return
  refuseUnlessLoaded(host, extension)
  refuseCircularDependencies(host, extension)
  refuseMissingDependencies(host, extension)
  const marked = (await markedPurges(host.context())).find((purge) => purge.extension === id)
  if (marked) await endPurge(host, extension, marked)
  const ids = [...host.requested().filter((other) => other !== id), id]
  await explainFaults(() =>
    host.replaceBuild({ ids, mustWork: [id], record: recordOf(actor, 'extension.enabled', extension) }),
  )
  await recountLater(host.context(), id)
}

/** Has the counters of an extension counted again: nothing kept them while it was disabled. */
async function recountLater(context: Context, extension: string): Promise<void> {
  const { forum } = context
  if (countersOf(forum, forum, extension).length === 0) return
  await forum.write(context, (writing) =>
    enqueueJob(writing, 'counters.recount', { extension }, { key: extension }),
  )
}

async function disable(host: ControlHost, extension: InstalledExtension, actor: Context): Promise<void> {
  const { id } = extension
  if (!host.requested().includes(id)) return
  refuseWhileRequired(host, extension)
  await refuseDefaultLanguage(host, extension)
  const ids = host.requested().filter((other) => other !== id)
  await explainFaults(() =>
    host.replaceBuild({ ids, record: recordOf(actor, 'extension.disabled', extension) }),
  )
}

/** Disables an extension whose data will be deleted. Its code must be loaded: it says what there is to roll back. */
async function beginPurge(
  host: ControlHost,
  extension: InstalledExtension,
  purge: MarkedPurge,
  actor: Context,
): Promise<void> {
  refuseUnlessLoaded(host, extension)
  await disable(host, extension, actor)
  await markPurge(host.context(), purge, recordOf(actor, 'extension.purged', extension))
}

/** Writes the entry of the audit log about an extension. */
function recordOf(
  actor: Context,
  action: 'extension.enabled' | 'extension.disabled' | 'extension.purged',
  { id, title }: InstalledExtension,
): (db: Queries) => Promise<void> {
  return (db) => insertAuditEntry(db, actor, action, { target: { id, name: title } })
}

/** Deletes what an extension with a marked purge has stored. If the backup fails, the purge ends without deleting. */
async function endPurge(
  host: ControlHost,
  extension: InstalledExtension,
  { needsBackup }: MarkedPurge,
): Promise<ExtensionBackup | undefined> {
  const context = host.context()
  const { forum } = context
  const additions = await additionsIn(host, extension)
  const backup = needsBackup ? await writeBackup(context, extension, additions) : undefined
  await explainFailure(() => purgeStored(context, extension.id, additions))
  await forum.reload()
  return backup
}

async function writeBackup(
  context: Context,
  extension: InstalledExtension,
  additions: Additions,
): Promise<ExtensionBackup> {
  try {
    const backup = await backUp(context, extension, additions)
    await markBackedUp(context, extension.id)
    return backup
  } catch (error) {
    const { forum } = context
    forum.log.error({ err: error, extension: extension.id }, 'The backup of an extension failed')
    await forum.write(context, (writing) => unmarkPurge(writing, extension.id))
    const detail = error instanceof Error ? error.message : String(error)
    throw ioError({ problems: [{ detail }] })
  }
}

async function resumePurges(host: ControlHost): Promise<void> {
  for (const purge of await markedPurges(host.context())) {
    const extension = findInstalled(host, purge.extension)
    // The purge of one whose code is not loaded waits.
    if (extension && extension.fault === undefined) await endPurge(host, extension, purge)
  }
}

function additionsIn(host: ControlHost, extension: InstalledExtension): Promise<Additions> {
  return explainFaults(() => additionsOf(extension, host.installed, host.context().forum.database.dialect))
}

/** Refuses an extension whose code is not loaded, and in safe mode a third-party one. */
function refuseUnlessLoaded(host: ControlHost, extension: InstalledExtension): void {
  const { fault, isThirdParty } = extension
  if (fault === undefined && !(isThirdParty && host.isSafeMode())) return
  const reason = fault ?? host.translate('core.api.safe_mode_reason')
  throw refusal(host, 'extension_not_loaded_message', extensionFailed, { ...extension, fault: reason })
}

/** Reports faults of an extension to the administrator who changes it. */
async function explainFaults<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ExtensionError)) throw error
    throw extensionFailed({ problems: [{ detail: error.message }] })
  }
}

/** Reports why the data of an extension cannot be deleted. What is deleted by then stays so; a retry goes on. */
async function explainFailure<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('Migration '))) throw error
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
    throw extensionFailed({ problems: [{ detail: error.message + cause }] })
  }
}
