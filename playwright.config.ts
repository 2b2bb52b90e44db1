import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isRunOfAll } from '@parley/testing/all-tests'
import { defineConfig, devices, type Project } from '@playwright/test'
import { installedChromium } from './e2e/browser.ts'
import { absentParts } from './site/plugins/folders.ts'

const isCI = Boolean(process.env.CI)
const executablePath = installedChromium()?.path

const tablet: Project = {
  name: 'tablet',
  grep: /@tablet/,
  use: { ...devices['Desktop Chrome'], viewport: { width: 834, height: 1112 }, hasTouch: true },
}

export default defineConfig({
  testMatch: [
    'e2e/**/*.e2e.ts',
    'extensions/*/**/*.e2e.ts',
    // Axe examines every screen once; the run of all has `npm run screens`, at every width and in every look.
    ...(isRunOfAll ? [] : ['e2e/screens/screens.pictures.ts']),
  ],
  testIgnore: absentParts().map((folder) => `**/${folder}/**`),
  globalSetup: fileURLToPath(import.meta.resolve('@parley/testing/made-once')),
  outputDir: 'test-results/playwright',
  reporter: [
    ['list'],
    ['./scripts/runs/journey-reporter.ts'],
    ...(isCI ? [['html', { outputFolder: 'test-results/report', open: 'never' }] as const] : []),
  ],
  fullyParallel: true,
  forbidOnly: isCI,
  // A journey that fails every time fails the run; `npm test` lists those that pass when they are repeated.
  retries: isCI ? 2 : 0,
  timeout: 120_000,
  // What is waited for comes at its own time on a busy machine; what is there at once costs nothing.
  expect: { timeout: 30_000 },
  workers: Math.max(2, availableParallelism()),
  use: {
    launchOptions: { ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A worker would answer what journeys let fail. Journeys about it allow it.
    serviceWorkers: 'block',
    // Journeys about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } },
      ...(!isRunOfAll && { grepInvert: /@long/ }),
    },
    {
      // Journeys tagged with @tablet run on phones in the run of all, and in the usual run if they are tagged with @phone too.
      name: 'phone',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      ...(isRunOfAll ? { grep: /@phone|@tablet/ } : { grep: /@phone/, grepInvert: /@long/ }),
    },
    ...(isRunOfAll ? [tablet] : []),
  ],
})
