import {
  behaviourName,
  type ContractDocument,
  type ContractSections,
  contractFolder,
  documentOf,
  readBehaviours,
  readSections,
} from '../contract/contract-documents.ts'
import type { Check, Fault } from '../repository.ts'
import { isTest, type SourceFile } from '../source-file.ts'

/**
 * Every reference to the wire contract leads somewhere: in comments, in names of tests and in documents, to a section
 * ('api-core 3.6', 'screens 8'), a decision ('D17') or a behaviour ('B052').
 */
export const contractReferences: Check = {
  name: 'contract reference',
  find(repository) {
    if (!repository.files.some((file) => file.startsWith(contractFolder))) return []
    const contract = {
      sections: readSections(repository),
      behaviours: new Set(readBehaviours(repository).map(behaviourName)),
    }
    const inSources = repository.sources
      .filter(({ path, text }) => !ownFiles.test(path) && mayRefer.test(text))
      .flatMap((file) => faultsInSource(file, contract))
    const inDocuments = repository.files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => faultsInDocument(file, repository.read(file), contract))
    return [...inSources, ...inDocuments]
  },
}

interface Contract {
  sections: ContractSections
  behaviours: ReadonlySet<string>
}

/** A reference that leads nowhere, and where it begins in the text that was read. */
interface DeadReference {
  name: string
  offset: number
}

/** These checks and their tests speak of numbers that do not exist. */
const ownFiles = /^scripts\/checks\/(contract|texts)\//
const mayRefer = /api-core|api-extensions|\bscreens\b|behaviours-core|\bB\d{3}\b|\bD\d{1,2}\b/

const number = String.raw`(?:D\d{1,2}|\d{1,2}(?:\.\d{1,2})?)(?!\w|\.\d)`
/** Lines of a comment begin with an asterisk. */
const gap = String.raw`[\s*]+`
const list = `${number}(?:(?:,${gap}|${gap}(?:and|or|to)${gap})${number})*`
const citedSections = new RegExp(`\\b(api-core|api-extensions|screens)${gap}(${list})`, 'g')
const citedPart = new RegExp(`\\b(behaviours-core)${gap}([A-C]\\d{1,2})`, 'g')
/** Within the contract a number in parentheses is a section of the same document. */
const ownSections = /\((\d{1,2}\.\d{1,2}(?:, (?:\d{1,2}\.\d{1,2}|D\d{1,2}))*)\)/g

function faultsInSource(file: SourceFile, contract: Contract): Fault[] {
  const comments = file.comments.map(({ start, end }) => ({ start, text: file.text.slice(start, end) }))
  const names = isTest(file.path)
    ? file.strings.map(({ value, node }) => ({
        start: node.start,
        text: /^(?:[BD]\d{1,3}\b ?)+/.exec(value)?.[0] ?? '',
      }))
    : []
  return [...comments, ...names].flatMap(({ start, text }) =>
    deadReferences(text, contract).map(({ name, offset }) => ({
      file: file.path,
      line: file.lineAt(start + offset),
      message: messageFor(name),
    })),
  )
}

function faultsInDocument(file: string, text: string, contract: Contract): Fault[] {
  const document = documentOf(file)
  const own = document ? missingSections(text.matchAll(ownSections), document, contract.sections) : []
  return [...deadReferences(text, contract), ...own].map(({ name, offset }) => ({
    file,
    line: text.slice(0, offset).split('\n').length,
    message: messageFor(name),
  }))
}

function deadReferences(text: string, { sections, behaviours }: Contract): DeadReference[] {
  const dead = [citedSections, citedPart].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, document, numbers = ''], index, all) =>
      numbersOf(numbers)
        .filter((section) => !sections[document as ContractDocument].has(section))
        .map((section) => ({ name: `${document} ${section}`, offset: all[index]?.index ?? 0 })),
    ),
  )
  // A decision behind the name of its document was looked up above.
  const decisions = [...text.matchAll(/(?<![\w/.#-])D\d{1,2}\b/g)]
    .filter(([decision]) => !sections['api-core'].has(decision))
    .filter(([decision]) => !dead.some(({ name }) => name.endsWith(` ${decision}`)))
  const unknown = [...text.matchAll(/(?<![\w/.#-])B\d{3}\b/g)].filter(([name]) => !behaviours.has(name))
  return [...dead, ...[...decisions, ...unknown].map(({ 0: name, index }) => ({ name, offset: index }))]
}

function missingSections(
  matches: Iterable<RegExpExecArray>,
  document: ContractDocument,
  sections: ContractSections,
): DeadReference[] {
  return [...matches].flatMap(({ 1: numbers = '', index }) =>
    numbersOf(numbers)
      .filter((section) => !section.startsWith('D') && !sections[document].has(section))
      .map((section) => ({ name: `${document} ${section}`, offset: index })),
  )
}

function numbersOf(text: string): string[] {
  return text.match(/[A-D]?\d+(?:\.\d+)?/g) ?? []
}

function messageFor(name: string): string {
  return `${name} is not in ${contractFolder}`
}
