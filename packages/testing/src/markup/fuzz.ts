import { createMarkup } from '@parley/shared/markup'
import { growthOf, proportionalGrowth } from '../database/growth.ts'
import { findFailures } from '../find-failures.ts'
import { disallowedMarkup } from './allow-list.ts'
import { repeatedPieces, sources } from './generate.ts'
import { brackets, people } from './syntaxes.ts'

const syntaxes = [brackets, people]
const markup = createMarkup({ syntaxes, baseUrl: 'https://forum.invalid' })
const options = { facts: ({ id }: { id: string }) => (id === '1' ? { name: '<b>"One"#1' } : undefined) }

/** Faults in the rendering of a source. */
function faultsOf(source: string): string[] {
  try {
    const document = markup.parse(source)
    const stored = markup.renderStored(document)
    const html = markup.fill(stored, options)
    const faults = disallowedMarkup(html, syntaxes)
    if (stored !== markup.renderStored(markup.parse(source))) faults.push('two renderings differ')
    if (markup.withCurrentNames(source).length > source.length * 3)
      faults.push('the source for editing has grown')
    markup.plainText(document, options)
    return faults
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
}

export interface FuzzReport {
  inputs: number
  faults: { source: string; faults: string }[]
}

/** Renders `count` random sources, and for each hundred a random piece many times. Shrinks the sources that fail. */
export async function fuzz(
  seed: number,
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<FuzzReport> {
  let inputs = 0
  const render = (source: string) => {
    inputs += 1
    if (inputs % 1000 === 0) onProgress(inputs)
    return faultsOf(source).join('\n')
  }
  const failures = [
    ...(await findFailures(sources, render, { seed, count })),
    ...(await findFailures(repeatedPieces, growthFault, { seed, count: Math.ceil(count / 100) })),
  ]
  return { inputs, faults: failures.map(({ value, fault }) => ({ source: value, faults: fault })) }
}

async function growthFault(piece: string): Promise<string> {
  if (piece === '') return ''
  const make = (length: number) => piece.repeat(Math.ceil(length / piece.length))
  const growth = await growthOf(make, (text) => markup.renderHtml(text), 4096)
  if (growth < proportionalGrowth) return ''
  return `repeated, takes ${growth.toFixed(0)} times as long for 16 times the length`
}
