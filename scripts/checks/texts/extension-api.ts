import type { Check, Fault, Repository } from '../repository.ts'
import {
  type ApiSection,
  type ApiSlot,
  type ApiType,
  exportsOf,
  sectionsOf,
  slotsOf,
  typesNamed,
} from './api-sections.ts'
import { apiSubjects, type Side, type Subject } from './api-subjects.ts'

export const apiDocumentFile = 'docs/extension-api.md'

/**
 * docs/extension-api.md has every section of an extension, with its comment and an example that is compiled. Each section
 * is in one subject, and each file in docs/examples belongs to a section.
 */
export const extensionApi: Check = {
  name: 'extension API',
  find(repository) {
    if (!repository.files.some((file) => file.startsWith('packages/server/src/points/'))) return []
    const faults = apiFaults(repository)
    if (faults.length > 0) return faults
    const written = repository.files.includes(apiDocumentFile) ? repository.read(apiDocumentFile) : ''
    if (plain(written) === plain(writeApiDocument(repository))) return []
    return [{ file: apiDocumentFile, message: 'is out of date: run node scripts/extension-api.ts' }]
  },
}

/** Sections without a comment, a subject or an example, and examples of nothing. */
export function apiFaults(repository: Repository): Fault[] {
  return (['server', 'client'] as const).flatMap((side) => {
    const sections = sectionsOf(repository, side)
    const subjects = apiSubjects[side]
    const named = new Set(sections.map(({ name }) => name))
    const expected = subjects.flatMap((subject) =>
      subject.sections.map((name) => `docs/examples/${side}/${subject.folder}/${name}`),
    )
    return [
      ...sections.flatMap((section) => sectionFaults(repository, side, section)),
      ...subjects
        .flatMap((subject) => subject.sections)
        .filter((name) => !named.has(name))
        .map((name) => ({
          file: 'scripts/checks/texts/api-subjects.ts',
          message: `names ${name}, which is no section of the ${side}`,
        })),
      ...repository.files
        .filter((file) => file.startsWith(`docs/examples/${side}/`))
        .filter((file) => !expected.some((name) => file.startsWith(`${name}.`)))
        .map((file) => ({ file, message: 'is no example of a section in its subject' })),
    ]
  })
}

function sectionFaults(repository: Repository, side: Side, { name, text, file, line }: ApiSection): Fault[] {
  const subject = apiSubjects[side].find(({ sections }) => sections.includes(name))
  if (!subject)
    return [{ file, line, message: `${name} is in no subject of scripts/checks/texts/api-subjects.ts` }]
  const faults = text === '' ? [{ file, line, message: `${name} has no comment` }] : []
  const [example] = examplesOf(repository, side, subject, name)
  if (example !== undefined) {
    const isUsed = new RegExp(`\\b${name}:`).test(repository.read(example))
    return isUsed ? faults : [...faults, { file: example, message: `does not declare ${name}` }]
  }
  const missing = `docs/examples/${side}/${subject.folder}/${name}.ts`
  return [...faults, { file, line, message: `${name} has no example: ${missing}` }]
}

/** The files of an example, that of the declaration first. */
function examplesOf({ files }: Repository, side: Side, { folder }: Subject, section: string): string[] {
  const start = `docs/examples/${side}/${folder}/${section}.`
  const parts = files.filter((file) => file.startsWith(start)).sort()
  const isMain = (file: string) => /^tsx?$/.test(file.slice(start.length))
  return parts.some(isMain) ? [...parts.filter(isMain), ...parts.filter((file) => !isMain(file))] : []
}

/** The text of docs/extension-api.md, for sections without faults. */
export function writeApiDocument(repository: Repository): string {
  const shown = new Map<string, string>()
  const chapters = (['server', 'client'] as const).map((side) => {
    const sections = new Map(sectionsOf(repository, side).map((section) => [section.name, section]))
    const subjects = apiSubjects[side].map((subject) => {
      const parts = subject.sections.flatMap((name) => {
        const section = sections.get(name)
        return section ? sectionText(repository, side, subject, section, shown) : []
      })
      return `### ${subject.title}${side === 'client' ? ' in the client' : ''}\n\n${subject.text}\n\n${parts.join('\n')}`
    })
    return `${headings[side]}\n${contents(side)}\n${subjects.join('\n')}`
  })
  const context = typesNamed(repository, 'packages/server/src/points/context/context.ts', [
    'Context',
    'WriteContext',
  ])
  const types = context.map(({ source }) => source).join('\n\n')
  return `${introduction}\n${chapters.join('\n')}\n${commonTypes}\n${code('ts', types)}\n${givenToComponents(repository)}`
}

/** What components call and import, and the icons that they name. */
function givenToComponents(repository: Repository): string {
  const client = 'packages/client/src'
  const types = [
    ...typesNamed(repository, `${client}/points/app.ts`, ['App']),
    ...typesNamed(repository, `${client}/base/alerts.ts`, ['AlertOptions', 'AlertTone']),
    ...typesNamed(repository, `${client}/base/modals.ts`, ['ConfirmOptions', 'ModalProps']),
    ...typesNamed(repository, `${client}/points/slots.tsx`, ['SlotItemOptions']),
  ]
  const exported = exportsOf(repository).map(({ name, text }) => `- \`${name}\`${text && `: ${text}`}\n`)
  const icons = repository.files.flatMap(
    (file) => /^packages\/client\/src\/ui\/icons\/([\w-]+)\.svg$/.exec(file)?.[1] ?? [],
  )
  return [
    components,
    code('ts', types.map(({ source }) => source).join('\n\n')),
    `What \`@parley/client\` exports besides types, slots and the functions above:\n\n${exported.join('')}`,
    `The icons that every page has, for \`<Icon name="copy" />\` and the \`icon\` of buttons and menu items. An extension adds its own as SVG files in its folder \`icons/\`:\n\n${icons.map((icon) => `\`${icon}\``).join(', ')}.\n`,
  ].join('\n')
}

function sectionText(
  repository: Repository,
  side: Side,
  subject: Subject,
  section: ApiSection,
  shown: Map<string, string>,
): string {
  const { name, text, declaration } = section
  const examples = examplesOf(repository, side, subject, name)
  const blocks = examples.map((file) => {
    const caption = examples.length > 1 ? `// ${file.split('/').at(-1)}\n` : ''
    return code(file.endsWith('x') ? 'tsx' : 'ts', caption + repository.read(file).trim())
  })
  const heading = headingOf(side, name)
  const slots = side === 'client' && name === 'slots' ? [slotList(slotsOf(repository))] : []
  return [
    `#### ${heading}\n`,
    `${text}\n`,
    code('ts', declaration),
    ...blocks,
    ...typesText(section.types, side, anchorOf(heading), shown),
    ...slots,
  ].join('\n')
}

/** The types of a section, and links to those that an earlier section has shown. */
function typesText(
  types: readonly ApiType[],
  side: Side,
  anchor: string,
  shown: Map<string, string>,
): string[] {
  const key = (type: ApiType) => `${side} ${type.file} ${type.name}`
  const added = types.filter((type) => !shown.has(key(type)))
  const earlier = types.filter((type) => shown.has(key(type)))
  for (const type of added) shown.set(key(type), anchor)
  const links = earlier.map((type) => `[\`${type.name}\`](#${shown.get(key(type))})`)
  return [
    ...(added.length > 0 ? ['Its types:\n', code('ts', added.map(({ source }) => source).join('\n\n'))] : []),
    ...(links.length > 0 ? [`Explained above: ${links.join(', ')}.\n`] : []),
  ]
}

function slotList(slots: readonly ApiSlot[]): string {
  const lines = slots.map(
    ({ name, props, text }) => `- \`${name}\`${props && ` with \`${props}\``}: ${text}\n`,
  )
  return `The slots of all pages, with the props of their components. Items with higher priorities come first.\n\n${lines.join('')}`
}

function contents(side: Side): string {
  return apiSubjects[side]
    .map(({ title, sections }) => {
      const links = sections.map((name) => `[\`${name}\`](#${anchorOf(headingOf(side, name))})`)
      return `- ${title}: ${links.join(', ')}\n`
    })
    .join('')
}

function headingOf(side: Side, name: string): string {
  return side === 'server' ? name : `${name} in the client`
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-')
}

/** Without what formatting changes. */
function plain(text: string): string {
  return text.replace(/\s+/g, '').replaceAll(',)', ')')
}

function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`
}

const introduction = `# What an extension can declare

An extension is data. Its \`server.ts\` exports a declaration made by \`defineExtension\`, its \`client.tsx\` one made by
\`defineClientExtension\`; \`admin.tsx\` is a further one, for the administration area. Every section of a declaration is optional.
[Writing an extension](writing-an-extension.md) shows how they work together; this page has all of them, each with an example.

This page is made by \`node scripts/extension-api.ts\` from the comments of the types, and from \`docs/examples\`, which is compiled with
every change of Parley. A declaration that is wrong in a way that the compiler cannot see is reported when the forum starts:
\`best-answer › policies › discussions › chooseAnswer: has no scope\`.

- [The server’s half](#the-servers-half)
- [The client’s half](#the-clients-half)
- [What functions are given](#what-functions-are-given)
- [What components are given](#what-components-are-given)
`

const headings: Readonly<Record<Side, string>> = {
  server: `## The server’s half

Sections of \`defineExtension\`, from \`@parley/server\`.
`,
  client: `## The client’s half

Sections of \`defineClientExtension\`, from \`@parley/client\`.
`,
}

const commonTypes = `## What functions are given

Most functions of a declaration for the server get a \`Context\`: for whom they work (\`actor\`), the database (\`db\`), the time (\`now\`) and
the forum with its settings. Those that run inside a transaction get a \`WriteContext\`. Components of the client call \`useApp\` for the
same purpose: its store, its API client and its texts (\`t\`).
`

const components = `## What components are given

Components get the props of their place, and call \`useApp()\` for the rest: the members below, and the parts of the page.

- \`app.alerts.show(text, options)\` shows a message over the page. **Without \`timeout\` it stays** until it is dismissed: give 5000 to what only
  says that something was done. \`app.alerts.showError(error, retry)\` shows why a request failed. \`alertOnError\` and \`offerUndo\` do both for you.
- \`app.modals.show(Component, props)\` opens a modal, \`app.modals.load\` one whose code is loaded then, and \`app.modals.confirm(options)\` asks.
- \`app.composer.open(target)\` opens the editor, and \`app.router.navigate(app.href(path))\` leads to another page.
- \`useForum()\` is the forum’s record with its public settings (\`baseUrl\` and those that are \`public\`), \`useSessionUser()\` the reader’s, \`useRecord\` and
  \`useRelated\` any other. All of them render again when the record changes.
- \`discussionPath(discussion, number)\` and \`userPath(user)\` are paths below the base path: \`app.href(path)\` makes an address of the page,
  and \`publicAddress(app, path)\` an absolute one to pass on.
- Pages are rendered on the server first. So \`when\` of a slot’s item and every component run there, too: ask for what only a browser knows by
  \`useInBrowser(ask)\`.
`
