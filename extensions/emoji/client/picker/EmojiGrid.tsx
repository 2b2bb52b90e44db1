import { useT } from '@parley/client'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Glyph } from '../Glyph.tsx'
import { nextPlace } from './grid-keys.ts'
import type { PickedEmoji, Section } from './sections.ts'

/** Cells of a row. The style sheet has the same number. */
const columns = 8

/** A table gives rows and cells; that arrows move in it, only the role says. */
const interactive = { role: 'grid' } as const

interface GridProps {
  sections: readonly Section[]
  /** Whether the sections have headings. */
  hasHeadings: boolean
  onChoose(emoji: PickedEmoji): void
  /** The emoji on which the pointer or the focus is, for a picker that names it. */
  onPoint: ((emoji: PickedEmoji | undefined) => void) | undefined
}

/** Emoji in rows: one stop of the Tab key, in which arrows move. */
export function EmojiGrid({ sections, hasHeadings, onChoose, onPoint }: GridProps): ReactNode {
  const t = useT()
  const grid = useRef<HTMLTableElement>(null)
  const [stop, setStop] = useState({ row: 0, column: 0 })
  const rows = sections.map(({ emoji }) => inRows(emoji))
  const all = rows.flat()
  const current = all[stop.row]?.[stop.column] ? stop : { row: 0, column: 0 }
  const handleKey = (event: KeyboardEvent) => {
    const next = nextPlace(
      event.key,
      current,
      all.map(({ length }) => length),
      {
        isRtl: grid.current !== null && getComputedStyle(grid.current).direction === 'rtl',
        isWhole: event.ctrlKey || event.metaKey,
      },
    )
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    grid.current
      ?.querySelector<HTMLElement>(`[data-row="${next.row}"] > :nth-child(${next.column + 1}) > button`)
      ?.focus()
  }
  let row = -1
  return (
    <table
      ref={grid}
      className="EmojiGrid"
      {...interactive}
      aria-label={t('emoji.forum.emoji-button.grid_label')}
      onKeyDown={handleKey}
      onPointerLeave={() => onPoint?.(undefined)}
    >
      <colgroup>
        <col span={columns} />
      </colgroup>
      {sections.map(({ name }, index) => (
        <tbody key={name}>
          {hasHeadings && (
            <tr>
              <th className="EmojiGrid-heading" colSpan={columns} scope="rowgroup">
                {sectionLabel(t, name)}
              </th>
            </tr>
          )}
          {rows[index]?.map((cells) => {
            row += 1
            const place = row
            return (
              <tr key={cells[0]?.character} data-row={place}>
                {cells.map((emoji, column) => (
                  <td key={emoji.character}>
                    <button
                      type="button"
                      className="EmojiGrid-button"
                      aria-label={emoji.name}
                      data-tooltip={emoji.name}
                      tabIndex={place === current.row && column === current.column ? 0 : -1}
                      onClick={() => onChoose(emoji)}
                      onPointerEnter={() => onPoint?.(emoji)}
                      onFocus={() => {
                        setStop({ row: place, column })
                        onPoint?.(emoji)
                      }}
                    >
                      <Glyph character={emoji.character} />
                    </button>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      ))}
    </table>
  )
}

/** The name of a section on screen. */
export function sectionLabel(t: ReturnType<typeof useT>, name: Section['name']): string {
  return name === 'found'
    ? t('emoji.forum.emoji-button.found_label')
    : t(`emoji.forum.emoji-button.categories.${name}`)
}

function inRows(emoji: readonly PickedEmoji[]): readonly (readonly PickedEmoji[])[] {
  return Array.from({ length: Math.ceil(emoji.length / columns) }, (_, row) =>
    emoji.slice(row * columns, (row + 1) * columns),
  )
}
