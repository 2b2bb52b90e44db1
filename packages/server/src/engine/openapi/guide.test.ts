import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { admin, eachTestForum, freePort, type TestForum } from '@parley/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createApiKey } from '../../features/access-tokens/api-keys.ts'
import * as errors from '../../infrastructure/errors.ts'

const guide = new URL('../../../../../docs/api.md', import.meta.url)
const errorsPage = new URL('../../../../../docs/errors.md', import.meta.url)

interface Example {
  script: string
  /** The output in the guide. */
  prints: string
}

/** Reads the examples of the guide: each `sh` block, with the optional `text` block after it. */
async function readExamples(): Promise<Example[]> {
  const found = (await readFile(guide, 'utf8')).matchAll(/```sh\n(.*?)```(?:\s*```text\n(.*?)```)?/gs)
  return [...found].map(([, script = '', prints = '']) => ({ script, prints }))
}

/** Runs all scripts in one shell, like a reader of the guide. @returns the output of each. */
async function run(scripts: readonly string[], variables: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-guide-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const mark = '=== next ==='
  const combined = [
    'set -euo pipefail',
    ...scripts.flatMap((script) => [script, `echo; echo '${mark}'`]),
  ].join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-c', combined], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables },
  })
  return stdout.split(`${mark}\n`).slice(0, -1)
}

async function keyOf({ current, asSystem }: TestForum): Promise<string> {
  const { key } = await current.write(asSystem(), (context) => createApiKey(context, {}))
  return key
}

eachTestForum((open) => {
  test('the examples of the guide print the output in the guide', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const forum = await open({ port, baseUrl: url })
    await forum.listen()
    const examples = await readExamples()
    expect(examples.length).toBeGreaterThan(10)
    const printed = await run(
      examples.map(({ script }) => script),
      { FORUM: url, NAME: admin.username, PASSWORD: admin.password, KEY: await keyOf(forum) },
    )
    expect(printed.map((text) => text.replaceAll(url, '$FORUM').trim())).toEqual(
      examples.map(({ prints }) => prints.trim()),
    )
  })
})

test('the errors page lists every error code', async () => {
  const text = await readFile(errorsPage, 'utf8')
  const makers = Object.values(errors).flatMap((value) =>
    typeof value === 'function' && value !== errors.defineError && !('prototype' in value)
      ? [value as () => errors.ForumError]
      : [],
  )
  const rows = makers.map((make) => make()).map(({ status, code }) => `| ${status}    | \`${code}\``)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter((row) => !text.includes(row))).toEqual([])
})
