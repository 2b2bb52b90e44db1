// node postgres-process.ts [native] [durable]: runs a PostgreSQL server in a temporary folder. Prints its URL as one line
// of JSON when it is ready. Stops it and removes the folder when the standard input ends, also if the parent is killed.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../servers/free-port.ts'
import { installedPostgres, openToOthers, temporaryFolderOpenToOthers } from './postgres-binaries.ts'

/** The line that the process prints. */
export interface ServingPostgres {
  /** URL without a database name. */
  url: string
}

const name = 'parley'
const password = 'parley'
const [givenNative, durability] = process.argv.slice(2)
const settings = [
  // The data is temporary.
  ...(durability === 'durable' ? [] : ['fsync=off', 'full_page_writes=off']),
  ...['wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off'],
  ...['max_connections=400', 'shared_buffers=64MB', 'listen_addresses=127.0.0.1', 'unix_socket_directories='],
]

const parentEnded = once(process.stdin.resume(), 'close')
// PostgreSQL refuses to run as root.
const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
const installed = givenNative || installedPostgres()
const native = user ? await openToOthers(installed) : installed
const folder = await mkdtemp(join(await temporaryFolderOpenToOthers(), 'parley-postgres-data-'))
try {
  await serve()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function serve(): Promise<void> {
  await initialise()
  const port = await freePort()
  const server = spawn(
    program('postgres'),
    ['-D', join(folder, 'data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, env: environment(), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  const ended = once(server, 'exit')
  const ready = new Promise<void>((resolve) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log = `${log}${chunk}`.slice(-10_000)
      if (log.includes('ready to accept connections')) resolve()
    })
  })
  const first = await Promise.race([ready, ended, parentEnded])
  if (first === undefined) {
    const serving: ServingPostgres = { url: `postgres://${name}:${password}@127.0.0.1:${port}` }
    console.log(JSON.stringify(serving))
    await Promise.race([ended, parentEnded])
  }
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGQUIT')
    await ended
  } else {
    console.error(`PostgreSQL ended unexpectedly:\n${log}`)
    process.exitCode = 1
  }
}

/** Creates a database cluster in the folder. */
async function initialise(): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, `${password}\n`)
  if (user) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid)
  const flags = ['--no-sync', '--encoding=UTF8', '--locale=C', '--auth=password', `--username=${name}`]
  // By default the server hashes the password four thousand times for each connection.
  flags.push('--set=scram_iterations=1')
  const files = [`--pgdata=${join(folder, 'data')}`, `--pwfile=${passwordFile}`]
  await promisify(execFile)(program('initdb'), [...flags, ...files], { ...user, env: environment() })
}

function program(name: 'initdb' | 'postgres'): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Forces English messages, as `serve` waits for one of them. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C' }
}

function unprivilegedUser(): { uid: number; gid: number } {
  const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
