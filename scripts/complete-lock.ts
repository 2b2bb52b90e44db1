import { readFileSync, writeFileSync } from 'node:fs'
import { findMissing, type LockedPackage, type LockFile } from './checks/lock-file.ts'

/**
 * Adds optional packages for other platforms to package-lock.json, which npm omits if it cannot fetch them. The
 * dependent package has their exact versions, and their names contain the platform.
 */
const file = new URL('../package-lock.json', import.meta.url)
const lock: LockFile = JSON.parse(readFileSync(file, 'utf8'))

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

for (const { by, name, version, optional } of findMissing(lock)) {
  const isTaken = lock.packages[`node_modules/${name}`] !== undefined
  const entry = optional && !isTaken ? platformPackage(name, version) : undefined
  if (!entry) {
    console.error(
      `${name} (for ${by || 'the root'}) cannot be derived from its name, or is there in another version: run npm install.`,
    )
    process.exitCode = 1
    continue
  }
  if (lock.packages[by]?.dev) entry.dev = true
  lock.packages[`node_modules/${name}`] = entry
  console.log(`added ${name} ${version}`)
}

const [root, ...others] = Object.entries(lock.packages)
if (root) {
  others.sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries([root, ...others])
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

function platformPackage(name: string, version: string): LockedPackage | undefined {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  if (!/^\d/.test(version) || os.length !== 1 || cpu.length !== 1) return undefined
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.includes('gnu')
      ? 'glibc'
      : undefined
  return { version, cpu, ...(libc && { libc: [libc] }), optional: true, os }
}
