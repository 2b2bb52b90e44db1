import type { PickedEmoji, Section } from './sections.ts'

/** Cells of a row. The style sheet has the same number. */
export const columns = 8

/** A line of the grid: the heading of a section, or a row of cells. */
export interface Line {
  section: Section['name']
  /** Undefined for a heading. */
  cells: readonly PickedEmoji[] | undefined
  /** The place of a row among the rows of all sections. */
  row: number
  /** Pixels above it, and its own. */
  top: number
  height: number
}

/** The lines of some sections. */
export function linesOf(
  sections: readonly Section[],
  hasHeadings: boolean,
  heights: { heading: number; row: number },
): readonly Line[] {
  const lines: Line[] = []
  let top = 0
  let row = 0
  const add = (section: Section['name'], cells: Line['cells'], height: number) => {
    lines.push({ section, cells, row: cells === undefined ? -1 : row++, top, height })
    top += height
  }
  for (const { name, emoji } of sections) {
    if (hasHeadings) add(name, undefined, heights.heading)
    for (let start = 0; start < emoji.length; start += columns)
      add(name, emoji.slice(start, start + columns), heights.row)
  }
  return lines
}

/** A line that is rendered, or in the place of lines that are not their pixels, with the index of the first one. */
export type Shown = { line: Line; index: number } | { gap: number; from: number }

/** Pixels beyond what is seen in which lines are rendered, too. */
const margin = 240

/**
 * The lines that are rendered, by section: those near what is seen, and the row that has the focus or will have it.
 * @param seen the first and last pixel that are seen.
 */
export function shownLines(
  lines: readonly Line[],
  seen: { from: number; to: number },
  focused: number,
): ReadonlyMap<Section['name'], readonly Shown[]> {
  const sections = new Map<Section['name'], Shown[]>()
  for (const [index, line] of lines.entries()) {
    const shown = sections.get(line.section) ?? []
    sections.set(line.section, shown)
    const isNear = line.top + line.height >= seen.from - margin && line.top <= seen.to + margin
    if (isNear || line.row === focused) shown.push({ line, index })
    else {
      const last = shown.at(-1)
      if (last && 'gap' in last) last.gap += line.height
      else shown.push({ gap: line.height, from: index })
    }
  }
  return sections
}
