import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { installedChromium } from './e2e/browser.ts'

const executablePath = installedChromium()?.path

export default defineConfig({
  testMatch: ['e2e/**/*.e2e.ts', 'extensions/*/**/*.e2e.ts'],
  outputDir: 'test-results/playwright',
  reporter: process.env.CI
    ? [['list'], ['html', { outputFolder: 'test-results/report', open: 'never' }]]
    : 'list',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // What is waited for comes at its own time on a busy machine; what is there at once costs nothing.
  expect: { timeout: 15_000 },
  // Journeys wait half of their time, for the server, for animations and for what must not happen.
  workers: Math.max(2, Math.round(availableParallelism() * 1.5)),
  use: {
    launchOptions: { ...(executablePath && { executablePath }), args: ['--no-sandbox'] },
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 900 } } },
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      // Journeys whose layout or input differs on tablets are tagged with @tablet.
      name: 'tablet',
      grep: /@tablet/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 834, height: 1112 }, hasTouch: true },
    },
  ],
})
