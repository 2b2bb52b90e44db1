import type { Check, Fault, Repository } from './repository.ts'

export interface LockedPackage {
  version?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** package-lock.json in lockfile version 3: packages by folder. */
export interface LockFile {
  packages: Record<string, LockedPackage>
}

/** A package that another one depends on and that the lock file lacks. */
export interface MissingPackage {
  /** Folder of the package with the dependency. */
  by: string
  name: string
  /** Required version or range. */
  version: string
  optional: boolean
}

const file = 'package-lock.json'

/**
 * The lock file matches every package.json and has every dependency, also those for other platforms, which npm
 * sometimes omits; `npm ci` rejects an incomplete lock file.
 */
export const lockFile: Check = {
  name: 'lock file',
  find(repository) {
    if (!repository.files.includes(file)) return []
    const lock: LockFile = JSON.parse(repository.read(file))
    return [
      ...manifestFaults(repository, lock),
      ...findMissing(lock).map(({ by, name, optional }) => ({
        file,
        message: `lacks ${name} for ${by || 'the root'}: ${optional ? 'node scripts/complete-lock.ts' : 'npm install'}`,
      })),
    ]
  },
}

/** Dependencies without an entry in any folder where Node would look for them. */
export function findMissing(lock: LockFile): MissingPackage[] {
  return Object.entries(lock.packages).flatMap(([by, entry]) => {
    const optional = entry.optionalDependencies ?? {}
    const required = { ...entry.dependencies, ...entry.devDependencies, ...optional }
    return Object.entries(required)
      .filter(([name, version]) => !isLocked(lock, by, name, version))
      .map(([name, version]) => ({ by, name, version, optional: name in optional }))
  })
}

/** Whether the entry that Node would find exists, and has the version if only one is allowed. */
function isLocked({ packages }: LockFile, by: string, name: string, version: string): boolean {
  for (let folder = by; ; ) {
    const found = packages[`${folder}${folder && '/'}node_modules/${name}`]
    if (found) return !/^\d+\.\d+\.\d+/.test(version) || found.version === version
    if (!folder) return false
    const outer = folder.lastIndexOf('/node_modules/')
    folder = outer < 0 ? '' : folder.slice(0, outer)
  }
}

function manifestFaults(repository: Repository, lock: LockFile): Fault[] {
  return repository.workspaces.flatMap(({ folder, manifest }) => {
    const locked = lock.packages[folder]
    const same = (['dependencies', 'devDependencies', 'optionalDependencies'] as const).every(
      (kind) => sorted(manifest[kind]) === sorted(locked?.[kind]),
    )
    return same ? [] : [{ file, message: `does not agree with ${folder || '.'}/package.json: npm install` }]
  })
}

function sorted(record: Record<string, string> = {}): string {
  return JSON.stringify(Object.entries(record).sort())
}
