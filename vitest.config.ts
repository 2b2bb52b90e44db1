import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { isRunOfAll } from './packages/testing/src/all-tests.ts'
import { unitReporter } from './scripts/runs/unit-reporter.ts'
import { absentParts } from './site/plugins/folders.ts'
import { iconSprite } from './site/plugins/icons.ts'
import { clientMessages } from './site/plugins/messages.ts'

export default defineConfig({
  plugins: [iconSprite(), clientMessages()],
  test: {
    include: ['{packages,extensions,examples,site}/**/*.test.ts?(x)', 'scripts/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      'e2e/**',
      ...(isRunOfAll ? [] : ['**/*.long.test.ts']),
      ...absentParts().map((folder) => `${folder}/**`),
    ],
    globalSetup: ['packages/testing/src/postgres/postgres.ts'],
    testTimeout: 60_000,
    retry: process.env.CI ? 1 : 0,
    reporters: [...configDefaults.reporters, unitReporter],
    // A worker that loads and warms up the server anew for each file takes more than half as long again. So tests put
    // back what they change of globals.
    isolate: false,
    // Left to itself it leaves one processor alone; PostgreSQL and what tests wait for fill the gaps.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
