// Plain JavaScript: this runs on the machine's own Node, before anything is installed.
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
const runtime = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * V8 would let the young generation grow to 128 MB where the machine has much memory, and the old one to several times of
 * what is in use before it is collected. Few objects outlive a request.
 */
const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50']

/**
 * Settings of the C library's allocator (mallopt(3)), which it reads when a process starts. Few arenas and fixed
 * thresholds: memory that is freed goes back to the system. Those of the environment come first.
 */
const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Makes the working copy ready to run and returns on the Node that package-lock.json names: installs
 * packages that are missing, starts the same command again under that Node if this is another one, with limits
 * of memory if it is a server, and builds the client if asked to and stale. Costs a few milliseconds when
 * nothing is to be done.
 * Ends the process with exit code 1 and a plain sentence when a step fails.
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
  module.enableCompileCache?.(join(modules, '.cache', 'compiled'))
  if (build && !(await buildIfStale(root))) stop('The client could not be built; the reason stands above.')
}

function installIfNeeded() {
  const lock = join(root, 'package-lock.json')
  const stamp = join(modules, '.cache', 'parley-installed')
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex')
  if (existsSync(runtime) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return

  // npm writes this file last, so an installation made by hand counts and an interrupted one does not.
  const installed = join(modules, '.package-lock.json')
  const isCurrent =
    existsSync(runtime) && existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs
  if (!isCurrent) install()
  mkdirSync(join(modules, '.cache'), { recursive: true })
  writeFileSync(stamp, wanted)
}

function install() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    stop(`Parley needs Node 20 or later to install itself; this is Node ${process.versions.node}.`)
  }
  const started = Date.now()
  say('Installing packages (needs the network, about half a minute) …')
  // Continuous integration insists on a lock file without faults; whoever tries Parley gets along with less.
  const command = process.env.CI && !existsSync(modules) ? ['ci'] : ['install', '--no-save']
  const options = [...command, '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const how = { cwd: root, env: withoutKeys(), stdio: ['ignore', 'ignore', 2] }
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...options], how)
    : spawnSync('npm', options, { ...how, shell: process.platform === 'win32' })
  if (result.error) stop(`npm could not be started: ${result.error.message}`)
  if (result.status !== 0) stop('The packages could not be installed; what npm says stands above.')
  if (spawnSync(runtime, ['--version']).status !== 0) {
    stop(
      'Node 24 was not installed with the packages. Install scripts may be switched off: ' +
        'try "npm ci --ignore-scripts=false".',
    )
  }
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/**
 * Runs this very command under the installed Node: in the place of this process where Node and the system
 * can do that, else in a process below it, whose end is the end of this one.
 *
 * @param {string[]} flags of Node, besides those of this process
 * @param {NodeJS.ProcessEnv} env
 */
async function continueUnderRuntime(flags, env) {
  const options = [...process.execArgv, ...flags, ...process.argv.slice(1)]
  if (process.execve && process.platform !== 'win32') process.execve(runtime, [runtime, ...options], env)
  const child = spawn(runtime, options, { stdio: 'inherit', env })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well; twice would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  const [code, signal] = await new Promise((resolve) => {
    child.on('error', (error) => stop(`Node 24 could not be started: ${error.message}`))
    child.on('exit', (...result) => resolve(result))
  })
  process.exit(signal ? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)] : code)
}

/** npm passes a signal to a shell that does not pass it on: without this a stopped `npm start` would go on. */
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
function say(text) {
  process.stderr.write(`${text}\n`)
}

/**
 * @param {string} text
 * @returns {never}
 */
function stop(text) {
  say(text)
  process.exit(1)
}
