import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { withoutKeys } from './environment.mjs'

const sources = [
  'packages/shared',
  'packages/client',
  'extensions',
  'site',
  'package-lock.json',
  'vite.config.ts',
]
const skippedFolders = new Set(['node_modules', 'dist', 'server', 'test-results'])
const skippedFiles = /\.(test|test-d|e2e)\.tsx?$|^server\.ts$|^cli\.ts$|\.md$/

/**
 * Builds the client's bundles for the browser and the server into dist/, unless they are up to date with
 * the sources. Unchanged file sizes and times prove that in milliseconds; if they differ (a fresh checkout,
 * a touched file), the hash of the contents decides.
 *
 * @param {string} root the repository
 * @returns {Promise<boolean>} false if the build failed; its errors have been printed
 */
export async function buildIfStale(root) {
  const { now, isFresh } = compare(root)
  if (now.contents === '') return true
  const stamp = stampOf(root)
  if (!isFresh) {
    rmSync(stamp, { force: true })
    if (!build(root)) return false
  }
  writeStamp(root, stamp, now)
  return true
}

/**
 * Whether dist/ is up to date with the sources.
 *
 * @param {string} root the repository
 */
export function isBuildFresh(root) {
  return compare(root).isFresh
}

/**
 * Compares the sources with those of the last build. Does not hash contents if sizes and times are unchanged.
 *
 * @param {string} root
 */
function compare(root) {
  const stamp = stampOf(root)
  const files = sources.flatMap((source) => listFiles(join(root, source)))
  const now = { times: hashTimes(root, files), contents: '' }
  const built = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {}
  if (built.times === now.times) return { now, isFresh: true }
  now.contents = hashContents(root, files)
  return { now, isFresh: built.contents === now.contents }
}

/** @param {string} root */
function stampOf(root) {
  return join(root, 'dist', 'built-from.json')
}

/**
 * Runs Vite. Prints its output only if the build fails.
 *
 * @param {string} root
 */
function build(root) {
  const started = Date.now()
  process.stderr.write('Building the client …\n')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const result = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    env: withoutKeys(),
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: Number.POSITIVE_INFINITY,
    encoding: 'utf8',
  })
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}\n`)
    return false
  }
  process.stderr.write(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`)
  return true
}

/**
 * Records the sources of the build. A read-only installation has no such record and compares contents each time.
 *
 * @param {string} root
 * @param {string} stamp
 * @param {object} content
 */
function writeStamp(root, stamp, content) {
  try {
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stamp, JSON.stringify(content))
  } catch {
    process.stderr.write('dist/ is read-only; the next start compares the sources again.\n')
  }
}

/**
 * @param {string} path a file or folder, which need not exist
 * @returns {string[]}
 */
function listFiles(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(path, entry.name)
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listFiles(inner)
      return entry.isFile() && !skippedFiles.test(entry.name) ? [inner] : []
    })
}

/**
 * @param {string} root
 * @param {string[]} files
 */
function hashTimes(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${relativePath(root, file)}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string[]} files
 */
function hashContents(root, files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${relativePath(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} file
 */
function relativePath(root, file) {
  return relative(root, file).split(sep).join('/')
}
