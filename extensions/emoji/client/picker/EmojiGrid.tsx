import { useT } from '@parley/client'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Glyph } from '../Glyph.tsx'
import { nextPlace, type Place } from './grid-keys.ts'
import { columns, linesOf, shownLines } from './lines.ts'
import type { PickedEmoji, Section } from './sections.ts'

/** A table gives rows and cells; that arrows move in it, only the role says. */
const interactive = { role: 'grid' } as const

/** A row without cells for readers. */
const hidden = { 'aria-hidden': true } as const

/** Pixels, as the style sheet has them. */
const headingHeight = 32
const rowHeights = { touch: 44, mouse: 40 }

interface GridProps {
  sections: readonly Section[]
  /** Whether the sections have headings. */
  hasHeadings: boolean
  onChoose(emoji: PickedEmoji): void
  /** The emoji on which the pointer or the focus is, for a picker that names it. */
  onPoint: ((emoji: PickedEmoji | undefined) => void) | undefined
}

/** Emoji in rows: one stop of the Tab key, in which arrows move. Only the rows near what is seen are rendered. */
export function EmojiGrid({ sections, hasHeadings, onChoose, onPoint }: GridProps): ReactNode {
  const t = useT()
  const grid = useRef<HTMLTableElement>(null)
  const [stop, setStop] = useState<Place>({ row: 0, column: 0 })
  // The row may be rendered only when the focus is about to come.
  const takesFocus = useRef(false)
  const lines = useMemo(() => {
    const isTouch = window.matchMedia('(pointer: coarse), (width < 768px)').matches
    const row = isTouch ? rowHeights.touch : rowHeights.mouse
    return linesOf(sections, hasHeadings, { heading: headingHeight, row })
  }, [sections, hasHeadings])
  const rows = useMemo(() => lines.flatMap(({ cells }) => (cells ? [cells] : [])), [lines])
  const seen = useSeen(grid)
  const current = rows[stop.row]?.[stop.column] ? stop : { row: 0, column: 0 }
  useLayoutEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    cellAt(grid.current, stop)?.focus()
  }, [stop])
  const handleKey = (event: KeyboardEvent) => {
    const next = nextPlace(
      event.key,
      current,
      rows.map(({ length }) => length),
      {
        isRtl: grid.current !== null && getComputedStyle(grid.current).direction === 'rtl',
        isWhole: event.ctrlKey || event.metaKey,
      },
    )
    if (next === undefined) return
    event.preventDefault()
    takesFocus.current = true
    setStop(next)
  }
  const cellProps = {
    current,
    onChoose,
    onPoint,
    onStop: (place: Place) =>
      setStop((before) => (before.row === place.row && before.column === place.column ? before : place)),
  }
  return (
    <table
      ref={grid}
      className="EmojiGrid"
      {...interactive}
      aria-label={t('emoji.forum.emoji-button.grid_label')}
      aria-rowcount={lines.length}
      onKeyDown={handleKey}
      onPointerLeave={() => onPoint?.(undefined)}
    >
      <colgroup>
        <col span={columns} />
      </colgroup>
      {[...shownLines(lines, seen, current.row)].map(([section, shown]) => (
        <tbody key={section}>
          {shown.map((each) => {
            // Rows keep their keys, so that the focus stays where it is.
            if ('gap' in each) return <Gap key={`gap ${each.from}`} height={each.gap} />
            const { line, index } = each
            return line.cells ? (
              <tr key={line.row} data-row={line.row} aria-rowindex={index + 1}>
                <Cells row={line.row} cells={line.cells} {...cellProps} />
              </tr>
            ) : (
              <tr key="heading" aria-rowindex={index + 1}>
                <th className="EmojiGrid-heading" colSpan={columns} scope="rowgroup">
                  {sectionLabel(t, section)}
                </th>
              </tr>
            )
          })}
        </tbody>
      ))}
    </table>
  )
}

interface CellsProps extends Pick<GridProps, 'onChoose' | 'onPoint'> {
  row: number
  cells: readonly PickedEmoji[]
  current: Place
  onStop(place: Place): void
}

function Cells({ row, cells, current, onChoose, onPoint, onStop }: CellsProps): ReactNode {
  return cells.map((emoji, column) => (
    <td key={emoji.character}>
      <button
        type="button"
        className="EmojiGrid-button"
        aria-label={emoji.name}
        data-tooltip={emoji.name}
        tabIndex={row === current.row && column === current.column ? 0 : -1}
        onClick={() => onChoose(emoji)}
        onPointerEnter={() => onPoint?.(emoji)}
        onFocus={() => {
          onStop({ row, column })
          onPoint?.(emoji)
        }}
      >
        <Glyph character={emoji.character} src={emoji.src} />
      </button>
    </td>
  ))
}

/** Stands for rows that are not rendered. */
function Gap({ height }: { height: number }): ReactNode {
  return (
    <tr {...hidden}>
      <td style={{ blockSize: height }} colSpan={columns} />
    </tr>
  )
}

/** What of the grid its panel shows, in steps of some rows. */
function useSeen(grid: RefObject<HTMLElement | null>): { from: number; to: number } {
  const [seen, setSeen] = useState({ from: 0, to: 500 })
  useEffect(() => {
    const panel = grid.current?.parentElement
    if (!panel) return
    const step = 100
    const look = () => {
      const from = Math.floor(panel.scrollTop / step) * step
      const to = from + Math.ceil(panel.clientHeight / step + 1) * step
      setSeen((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(panel)
    panel.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      panel.removeEventListener('scroll', look)
    }
  }, [grid])
  return seen
}

function cellAt(grid: HTMLElement | null, { row, column }: Place): HTMLElement | null | undefined {
  return grid?.querySelector<HTMLElement>(`[data-row="${row}"] > :nth-child(${column + 1}) > button`)
}

/** The name of a section on screen. */
export function sectionLabel(t: ReturnType<typeof useT>, name: Section['name']): string {
  return name === 'found'
    ? t('emoji.forum.emoji-button.found_label')
    : t(`emoji.forum.emoji-button.categories.${name}`)
}
