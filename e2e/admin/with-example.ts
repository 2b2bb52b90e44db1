import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as journey } from '@parley/testing/journey'
import { startForum } from '@parley/testing/start-forum'
import { buildIfStale } from '../../scripts/build.mjs'
import { copyWorkingTree } from '../../scripts/runs/working-copy.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A forum where the extension in `examples/kudos` is installed as any other: its folder is copied into `extensions/`. */
export const test = journey.extend<object, { forum: Awaited<ReturnType<typeof startForum>> }>({
  forum: [
    async ({ isSetUp }, use) => {
      const copy = copyWorkingTree(root, (file) => /^(bench|docs|e2e)\/|\.test\.tsx?$/.test(file))
      try {
        cpSync(join(root, 'examples/kudos'), join(copy, 'extensions/kudos'), { recursive: true })
        if (!(await buildIfStale(copy))) throw new Error('The client with the example was not built')
        const forum = await startForum({ root: copy, isSetUp })
        await use(forum)
        await forum.stop()
      } finally {
        rmSync(copy, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})
