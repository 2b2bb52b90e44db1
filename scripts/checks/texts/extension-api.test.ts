import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { sectionsOf } from './api-sections.ts'
import { apiSubjects } from './api-subjects.ts'
import { apiFaults, extensionApi, writeApiDocument } from './extension-api.ts'

const jobs = `import type { Step } from './step.ts'

/** Work outside requests. */
export interface Job {
  /** What it does. */
  steps: readonly Step[]
}

declare module '../extension.ts' {
  interface Extension {
    /**
     * Work that is done
     * later.
     */
    jobs?: Readonly<Record<string, Job>>
  }
}
`
const step = "/** One step. */\nexport type Step = (first: Step) => Other\ntype Other = 'unused'\n"
const declarationOf = (name: string) =>
  `import { defineExtension } from '@parley/server'\n\nexport default defineExtension({ ${name}: {} })\n`

/** A repository with all sections that subjects name, each with an example. `changed` replaces files; null removes one. */
function repositoryWith(changed: Readonly<Record<string, string | null>> = {}) {
  const files = Object.entries(apiSubjects).flatMap(([side, subjects]) =>
    subjects.flatMap(({ folder, sections }) =>
      sections.map((name) => [`docs/examples/${side}/${folder}/${name}.ts`, declarationOf(name)] as const),
    ),
  )
  const others = (side: 'server' | 'client', without: string) =>
    apiSubjects[side]
      .flatMap(({ sections }) => sections)
      .filter((name) => name !== without)
      .map((name) => `    /** Has ${name}. */\n    ${name}?: string\n`)
      .join('')
  const all: Record<string, string | null> = {
    ...Object.fromEntries(files),
    'packages/server/src/points/jobs/jobs.ts': jobs,
    'packages/server/src/points/jobs/step.ts': step,
    'packages/server/src/points/all.ts': `interface Extension {\n${others('server', 'jobs')}}\n`,
    'packages/client/src/points/all.ts': `interface ClientExtension {\n${others('client', '')}}\n`,
    ...changed,
  }
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  return makeRepository(Object.fromEntries(present))
}

const messages = (repository: Parameters<typeof apiFaults>[0]) =>
  apiFaults(repository).map(({ message }) => message)

test('a section has its comment, its type and the types that this is made of', () => {
  const section = sectionsOf(repositoryWith(), 'server').find(({ name }) => name === 'jobs')
  expect(section).toMatchObject({
    text: 'Work that is done later.',
    declaration: 'jobs?: Readonly<Record<string, Job>>',
    file: 'packages/server/src/points/jobs/jobs.ts',
    line: 15,
  })
  expect(section?.types.map(({ source }) => source)).toEqual([
    '/** Work outside requests. */\ninterface Job {\n  /** What it does. */\n  steps: readonly Step[]\n}',
    '/** One step. */\ntype Step = (first: Step) => Other',
    "type Other = 'unused'",
  ])
})

test('the document has every section with its example, and further files of the example', async () => {
  const repository = repositoryWith({
    'docs/examples/server/events/jobs.later.ts': "export const later = 'on Monday'\n",
  })
  expect(apiFaults(repository)).toEqual([])
  const text = writeApiDocument(repository)
  expect(text).toContain(
    `#### jobs\n\nWork that is done later.\n\n\`\`\`ts\njobs?: Readonly<Record<string, Job>>\n\`\`\`\n\n\`\`\`ts\n// jobs.ts\n${declarationOf('jobs')}\`\`\`\n`,
  )
  expect(text).toContain("// jobs.later.ts\nexport const later = 'on Monday'\n")
  expect(text).toContain('#### slots in the client\n\nHas slots.\n')
  const written = repositoryWith({ 'docs/extension-api.md': writeApiDocument(repositoryWith()) })
  expect(await extensionApi.find(written)).toEqual([])
})

test('a document that is missing or old is a fault', async () => {
  const stale = [
    { file: 'docs/extension-api.md', message: 'is out of date: run node scripts/extension-api.ts' },
  ]
  expect(await extensionApi.find(repositoryWith())).toEqual(stale)
  const text = writeApiDocument(repositoryWith())
  const changed = { 'docs/extension-api.md': text, 'packages/server/src/points/jobs/step.ts': '' }
  expect(await extensionApi.find(repositoryWith(changed))).toEqual(stale)
})

test('a section without example, subject or comment is a fault, and so is an example of nothing', () => {
  expect(messages(repositoryWith({ 'docs/examples/server/events/jobs.ts': null }))).toEqual([
    'jobs has no example: docs/examples/server/events/jobs.ts',
  ])
  expect(
    messages(
      repositoryWith({
        'docs/examples/server/events/jobs.ts': null,
        'docs/examples/server/events/jobs.later.ts': '',
      }),
    ),
  ).toEqual(['jobs has no example: docs/examples/server/events/jobs.ts'])
  expect(messages(repositoryWith({ 'docs/examples/server/events/jobs.ts': declarationOf('on') }))).toEqual([
    'does not declare jobs',
  ])
  expect(messages(repositoryWith({ 'docs/examples/server/posts/jobs.ts': '' }))).toEqual([
    'is no example of a section in its subject',
  ])
  expect(
    messages(
      repositoryWith({
        'packages/server/src/points/new.ts': 'interface Extension {\n  bells?: string\n}\n',
      }),
    ),
  ).toEqual(['bells is in no subject of scripts/checks/texts/api-subjects.ts'])
  expect(
    messages(
      repositoryWith({
        'packages/server/src/points/jobs/jobs.ts': 'interface Extension {\n  jobs?: string\n}\n',
      }),
    ),
  ).toEqual(['jobs has no comment'])
  expect(messages(repositoryWith({ 'packages/server/src/points/jobs/jobs.ts': null }))).toEqual([
    'names jobs, which is no section of the server',
  ])
})
