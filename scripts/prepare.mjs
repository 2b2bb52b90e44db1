// Plain JavaScript, as it runs on the machine's own Node before packages are installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build.mjs'
import { withoutKeys } from './environment.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const lock = join(root, 'package-lock.json')
/** The digest of the lock file that node_modules agrees with. */
const stamp = join(modules, '.cache', 'parley-installed')
const runtime = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * Limits for V8's heap. By default the young generation grows to 128 MB on large machines, and the old generation to
 * several times its live size before a garbage collection. Few objects outlive a request. A quiet server calls `gc`.
 */
const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--expose-gc']

/**
 * Settings of the C library's allocator (mallopt(3)), which reads them when a process starts. With few arenas and fixed
 * thresholds, freed memory returns to the system. Variables of the environment take precedence.
 */
const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Prepares the working copy and continues on the Node version of package-lock.json: installs missing packages,
 * restarts the same command under that Node if necessary (for a server with limits of memory), and builds the
 * client if `build` is set and it is stale. Takes a few milliseconds if everything is up to date.
 * Ends the process with a message and exit code 1 if a step fails.
 *
 * @param {{ build: boolean, isServer?: boolean }} options
 */
export async function prepare({ build, isServer = false }) {
  if (process.env.npm_lifecycle_event) stopWithParent()
  installIfNeeded()
  const flags = isServer ? serverFlags.filter((flag) => !process.execArgv.includes(flag)) : []
  if (flags.length > 0 || realpathSync(process.execPath) !== realpathSync(runtime)) {
    await continueUnderRuntime(flags, isServer ? { ...serverEnvironment, ...process.env } : process.env)
  }
  const compiled = join(modules, '.cache', 'compiled')
  module.enableCompileCache?.(compiled)
  // The tools that a script starts use the cache, too, and so do the threads of tests.
  if (!isServer) process.env.NODE_COMPILE_CACHE ??= compiled
  if (build && !(await buildIfStale(root)))
    fail('The client could not be built; the reason is printed above.')
}

/** Remembers that node_modules agrees with package-lock.json. */
export function markInstalled() {
  mkdirSync(join(modules, '.cache'), { recursive: true })
  writeFileSync(stamp, lockDigest())
}

function lockDigest() {
  return createHash('sha256').update(readFileSync(lock)).digest('hex')
}

function installIfNeeded() {
  if (existsSync(runtime) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lockDigest()) return

  // npm writes this file last: it proves a complete installation, also one by hand.
  const installed = join(modules, '.package-lock.json')
  const isCurrent =
    existsSync(runtime) && existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
  if (!isCurrent) install()
  markInstalled()
}

function install() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    fail(`Parley needs Node 20 or later to install itself; this is Node ${process.versions.node}.`)
  }
  const started = Date.now()
  print('Installing packages (needs the network, about half a minute) …')
  // Continuous integration requires a correct lock file; elsewhere npm may tolerate an incomplete one.
  const command = process.env.CI && !existsSync(modules) ? ['ci'] : ['install', '--no-save']
  const options = [...command, '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const spawnOptions = { cwd: root, env: withoutKeys(), stdio: ['ignore', 'ignore', 2] }
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...options], spawnOptions)
    : spawnSync('npm', options, { ...spawnOptions, shell: process.platform === 'win32' })
  if (result.error) fail(`npm could not be started: ${result.error.message}`)
  if (result.status !== 0) fail('The packages could not be installed; npm has printed the reason above.')
  if (spawnSync(runtime, ['--version']).status !== 0) {
    fail(
      'Node 24 was not installed with the packages. Install scripts may be disabled: ' +
        'try "npm ci --ignore-scripts=false".',
    )
  }
  print(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/**
 * Runs the same command under the installed Node: replaces this process if Node and the system support execve,
 * else starts a child process and exits with its code.
 *
 * @param {string[]} flags additional flags for Node
 * @param {NodeJS.ProcessEnv} env
 */
async function continueUnderRuntime(flags, env) {
  const options = [...process.execArgv, ...flags, ...process.argv.slice(1)]
  if (process.execve && process.platform !== 'win32') process.execve(runtime, [runtime, ...options], env)
  const child = spawn(runtime, options, { stdio: 'inherit', env })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child, too. A second signal would stop it immediately.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  const [code, signal] = await new Promise((resolve) => {
    child.on('error', (error) => fail(`Node 24 could not be started: ${error.message}`))
    child.on('exit', (...result) => resolve(result))
  })
  process.exit(signal ? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)] : code)
}

/** Stops this process with its parent: npm signals only the shell, which does not forward the signal. */
function stopWithParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}

/** @param {string} text */
function print(text) {
  process.stderr.write(`${text}\n`)
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  print(text)
  process.exit(1)
}
