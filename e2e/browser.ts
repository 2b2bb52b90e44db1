import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** A Chromium and how it was come by, in words for the terminal. */
export interface Browser {
  path: string
  source: string
}

// Chromium without windows: a whole one opens a window with all its parts for each test, which takes five times as long.
const shell = 'chromium-headless-shell'
const commands = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const applications = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const fromMachine = 'installed on this machine'

/**
 * A Chromium that is there already: the one that CHROMIUM_PATH names, one in the usual places, or
 * Playwright's own download.
 *
 * @throws when CHROMIUM_PATH names nothing
 */
export function installedChromium(): Browser | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, and there is no such file.`)
    return { path: named, source: 'from CHROMIUM_PATH' }
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = [...folders.flatMap((folder) => commands.map((name) => join(folder, name))), ...applications]
  const path = places.find((place) => existsSync(place))
  if (path) return { path, source: fromMachine }
  const own = chromium.executablePath()
  return existsSync(own) ? { path: own, source: 'downloaded by Playwright earlier' } : undefined
}

/**
 * As `installedChromium`, but installs one where there is none: as root on Debian or Ubuntu from apt,
 * elsewhere by Playwright's download. Continuous integration installs the one without windows even if it has another.
 * What it does is printed.
 *
 * @throws when there is no Chromium in the end
 */
export async function findChromium(): Promise<Browser> {
  const found = installedChromium()
  const isSlow = found?.source === fromMachine && !found.path.endsWith(shell)
  if (found && !(isSlow && process.env.CI)) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log(`Installing ${shell} with apt-get …`)
    const installed = (install(shell) || install('chromium')) && installedChromium()
    if (installed) return { ...installed, source: 'just installed with apt-get' }
    console.log('apt-get brought no Chromium.')
  }
  if (found) return found
  console.log('There is no Chromium on this machine: Playwright downloads its own …')
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return { path: downloaded, source: 'just downloaded by Playwright' }
  throw new Error('There is no Chromium for the journeys. Install one, or name one in CHROMIUM_PATH.')
}

function install(name: string): boolean {
  const get = (...args: string[]) => run('apt-get', ['-q', '-o', 'Acquire::http::Timeout=20', ...args])
  const wanted = ['install', '-y', '--no-install-recommends', name]
  return get(...wanted) || (get('update') && get(...wanted))
}

function run(command: string, args: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'inherit', env: environment }).status === 0
}
