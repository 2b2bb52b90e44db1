import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts?(x)', 'extensions/**/*.test.ts?(x)', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**'],
    globalSetup: ['packages/testing/src/postgres.ts'],
    testTimeout: 20_000,
  },
})
