import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** A Chromium and how it was come by, in words for the terminal. */
export interface Browser {
  path: string
  source: string
}

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const applications = [
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

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
  if (path) return { path, source: 'installed on this machine' }
  const own = chromium.executablePath()
  return existsSync(own) ? { path: own, source: 'downloaded by Playwright earlier' } : undefined
}

/**
 * As `installedChromium`, but installs one where there is none: as root on Debian or Ubuntu from apt,
 * elsewhere by Playwright's download. What it does is printed.
 *
 * @throws when there is no Chromium in the end
 */
export async function findChromium(): Promise<Browser> {
  const found = installedChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('There is no Chromium on this machine: installing the one of Debian with apt-get …')
    if (
      run('apt-get', ['update', '-q']) &&
      run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])
    ) {
      const installed = installedChromium()
      if (installed) return { ...installed, source: 'just installed with apt-get' }
    }
    console.log('apt-get brought no Chromium.')
  }
  console.log('There is no Chromium on this machine: Playwright downloads its own …')
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return { path: downloaded, source: 'just downloaded by Playwright' }
  throw new Error('There is no Chromium for the journeys. Install one, or name one in CHROMIUM_PATH.')
}

function run(command: string, args: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'inherit', env: environment }).status === 0
}
