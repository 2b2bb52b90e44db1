import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `npm run dev`: runs `parley serve` and restarts it when a source changes. Builds the client first if it is stale. */
const root = fileURLToPath(new URL('..', import.meta.url))
const ignored = /(^|\/)(node_modules|dist|data)\/|\.(test|test-d|e2e)\.tsx?$|~$|\.swp$/
const debounceMilliseconds = 150

let server = start()
let timer: NodeJS.Timeout | undefined
let restarting = Promise.resolve()

for (const folder of ['packages', 'extensions', 'site']) {
  watch(`${root}/${folder}`, { recursive: true }, (_, file) => {
    if (!file || ignored.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting.then(() => restart(`${folder}/${file}`))
    }, debounceMilliseconds)
  })
}

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
