import { createMarkup } from '@parley/shared/markup'
import { growthOf, proportionalGrowth } from '../database/growth.ts'
import { disallowedMarkup } from './allow-list.ts'
import { SourceGenerator } from './generate.ts'
import { brackets, people } from './syntaxes.ts'

const syntaxes = [brackets, people]
const markup = createMarkup({ syntaxes, baseUrl: 'https://forum.invalid' })
const options = { facts: ({ id }: { id: string }) => (id === '1' ? { name: '<b>"One"#1' } : undefined) }

/** Faults in the rendering of a source. */
export function faultsOf(source: string): string[] {
  try {
    const document = markup.parse(source)
    const stored = markup.renderStored(document)
    const html = markup.fill(stored, options)
    const faults = disallowedMarkup(html, syntaxes)
    if (stored !== markup.renderStored(markup.parse(source))) faults.push('two renderings differ')
    if (markup.unrender(source).length > source.length * 3) faults.push('the source for editing has grown')
    markup.plainText(document, options)
    return faults
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
}

export interface FuzzReport {
  inputs: number
  faults: { source: string; faults: string[] }[]
}

/** Renders `count` random sources, and after each hundred a random piece many times. Stops after ten faults. */
export async function fuzz(
  seed: number,
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<FuzzReport> {
  const generator = new SourceGenerator(seed)
  const report: FuzzReport = { inputs: 0, faults: [] }
  for (; report.inputs < count && report.faults.length < 10; report.inputs++) {
    const source = generator.next()
    const faults = faultsOf(source)
    if (faults.length > 0) report.faults.push({ source, faults })
    if (report.inputs % 100 === 0) {
      const piece = generator.nextPiece()
      const make = (length: number) => piece.repeat(Math.ceil(length / piece.length))
      const render = (text: string) => markup.renderHtml(text)
      const growth = piece === '' ? 0 : await growthOf(make, render, 4096)
      if (growth >= proportionalGrowth)
        report.faults.push({
          source: piece,
          faults: [`repeated, takes ${growth.toFixed(0)} times as long for 16 times the length`],
        })
    }
    if (report.inputs % 1000 === 0) onProgress(report.inputs)
  }
  return report
}
