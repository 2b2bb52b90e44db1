import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { watch } from 'chokidar'

/** `npm run dev`: runs `parley serve` and restarts it when a source changes. Builds the client first if it is stale. */
const root = fileURLToPath(new URL('..', import.meta.url))
const ignored = /(^|\/)(node_modules|dist|data)\/|\.(test|test-d|e2e)\.tsx?$|~$|\.swp$/
const debounceMilliseconds = 150

let server = start()
let timer: NodeJS.Timeout | undefined
let restarting = Promise.resolve()

// The recursive mode of `node:fs` loses files on Linux that an editor replaces by renaming another.
watch(['packages', 'extensions', 'site'], {
  cwd: root,
  ignoreInitial: true,
  ignored: (path, stats) =>
    ignored.test(relative(root, resolve(root, path)) + (stats?.isDirectory() ? '/' : '')),
}).on('all', (_, file) => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    restarting = restarting.then(() => restart(file))
  }, debounceMilliseconds)
})

function start(): ChildProcess {
  return spawn(process.execPath, ['bin/parley', 'serve', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
}

async function restart(file: string): Promise<void> {
  console.log(`${file} changed`)
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  server = start()
}
