import { defineConfig, devices } from '@playwright/test'
import journeys from '../../playwright.config.ts'
import { widths } from './stage.ts'

const window = (width: number, height: number) => ({ viewport: { width, height } })

/** Playwright's configuration of `npm run screens`: pictures of every screen instead of journeys. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: 'screens.pictures.ts',
  outputDir: '../../test-results/playwright-screens',
  reporter: 'list',
  retries: 0,
  timeout: 120_000,
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], ...window(widths.desktop, 900) } },
    { name: 'tablet', use: { ...devices['Desktop Chrome'], ...window(widths.tablet, 1100), hasTouch: true } },
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], ...window(widths.phone, 844), hasTouch: true, isMobile: true },
    },
  ],
})
