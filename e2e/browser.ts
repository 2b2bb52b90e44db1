import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The path of a Chromium, and a text for the terminal that says where it comes from. */
export interface Browser {
  path: string
  source: string
}

// The headless shell: a full Chromium opens a complete window for each test, which takes five times as long.
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
 * Finds an installed Chromium: that of CHROMIUM_PATH, one in the usual places, or Playwright's own download.
 *
 * @throws if CHROMIUM_PATH does not exist
 */
export function installedChromium(): Browser | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, but this file does not exist.`)
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
 * Finds an installed Chromium or installs one: as root on Debian or Ubuntu with apt-get, elsewhere by Playwright's
 * download. Continuous integration installs the headless shell even if it has another Chromium. Prints each step.
 *
 * @throws if no Chromium can be installed
 */
export async function findChromium(): Promise<Browser> {
  const found = installedChromium()
  const isSlow = found?.source === fromMachine && !found.path.endsWith(shell)
  if (found && !(isSlow && process.env.CI)) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log(`Installing ${shell} with apt-get …`)
    // The list of packages may be missing, or name files that the archive has no longer.
    apt('update')
    const installed = (install(shell) || install('chromium')) && installedChromium()
    if (installed) return { ...installed, source: 'just installed with apt-get' }
    console.log('apt-get could not install Chromium.')
  }
  if (found) return found
  console.log('No Chromium found: Playwright downloads its own …')
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return { path: downloaded, source: 'just downloaded by Playwright' }
  throw new Error('The journeys need Chromium. Install it, or set CHROMIUM_PATH.')
}

function install(name: string): boolean {
  return apt('install', '-y', '--no-install-recommends', name)
}

function apt(...args: readonly string[]): boolean {
  return run('apt-get', ['-q', '-o', 'Acquire::http::Timeout=20', ...args])
}

function run(command: string, args: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'inherit', env: environment }).status === 0
}
