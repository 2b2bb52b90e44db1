import type { Repository } from '../repository.ts'

/** The wire contract; its README says how it is cited. */
export const contractFolder = 'docs/contract/'
export const behavioursFile = `${contractFolder}behaviours.md`

/** The files of each document, by the name under which it is cited. */
const documents = {
  'api-core': /^docs\/contract\/api-core\/.+\.md$/,
  'api-extensions': /^docs\/contract\/extensions\/.+\.md$/,
  screens: /^docs\/contract\/screens\.md$/,
  'behaviours-core': /^docs\/contract\/behaviours\.md$/,
}

export type ContractDocument = keyof typeof documents

/** The sections that each document has: `3.6`, `A7`; decisions such as `D17` are sections of api-core. */
export type ContractSections = Readonly<Record<ContractDocument, ReadonlySet<string>>>

/** Reads the numbers of all headings and decisions. */
export function readSections(repository: Repository): ContractSections {
  const sectionsOf = (document: ContractDocument) =>
    new Set(
      repository.files
        .filter((file) => documents[document].test(file))
        .flatMap((file) => numbersIn(repository.read(file))),
    )
  return {
    'api-core': sectionsOf('api-core'),
    'api-extensions': sectionsOf('api-extensions'),
    screens: sectionsOf('screens'),
    'behaviours-core': sectionsOf('behaviours-core'),
  }
}

/** The document that a file is a part of, if any. */
export function documentOf(file: string): ContractDocument | undefined {
  return (Object.keys(documents) as ContractDocument[]).find((name) => documents[name].test(file))
}

/** Reads the numbers of the acceptance list of the core: 52 for the line that begins with `B052`. */
export function readBehaviours(repository: Repository): number[] {
  if (!repository.files.includes(behavioursFile)) return []
  return [...repository.read(behavioursFile).matchAll(/^- \*\*B(\d{3})\*\* /gm)].map(([, digits]) =>
    Number(digits),
  )
}

/** The name of a behaviour, as tests begin with it. */
export function behaviourName(number: number): string {
  return `B${String(number).padStart(3, '0')}`
}

function numbersIn(text: string): string[] {
  const headings = text.matchAll(/^#+ ([A-C]?\d+(?:\.\d+)?) /gm)
  const decisions = text.matchAll(/^\| (D\d+) /gm)
  return [...headings, ...decisions].map(([, number = '']) => number)
}
