import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as journey } from '@parley/testing/journey'
import { madeOnce } from '@parley/testing/made-once'
import { buildIfStale } from '../../scripts/build.mjs'
import { copyWorkingTree } from '../../scripts/runs/working-copy.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A forum where the extension in `examples/kudos` is installed as any other: its folder is copied into `extensions/`. */
export const test = journey.extend<{ root: string }>({
  root: [
    async ({ playwright: _ }, use) => use(await madeOnce('with-example', installExample)),
    { scope: 'test', timeout: 240_000 },
  ],
})

async function installExample(folder: string): Promise<void> {
  copyWorkingTree(root, (file) => /^(bench|docs|e2e)\/|\.test\.tsx?$/.test(file), folder)
  cpSync(join(root, 'examples/kudos'), join(folder, 'extensions/kudos'), { recursive: true })
  if (!(await buildIfStale(folder))) throw new Error('The client with the example was not built')
}
