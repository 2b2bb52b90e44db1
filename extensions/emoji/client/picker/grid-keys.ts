/** The place of a cell: its row among those of all sections, and its column. */
export interface Place {
  row: number
  column: number
}

/** Rows that Page Up and Page Down move. */
const page = 5

/**
 * The cell to which a key leads, by the ARIA pattern of grids; undefined for other keys.
 * @param rows the number of cells of each row.
 */
export function nextPlace(
  key: string,
  { row, column }: Place,
  rows: readonly number[],
  { isRtl, isWhole }: { isRtl: boolean; isWhole: boolean },
): Place | undefined {
  const last = rows.length - 1
  const move = (rowStep: number): Place => inRow(Math.min(last, Math.max(0, row + rowStep)), column, rows)
  switch (isRtl ? mirrored(key) : key) {
    case 'ArrowDown':
      return move(1)
    case 'ArrowUp':
      return move(-1)
    case 'PageDown':
      return move(page)
    case 'PageUp':
      return move(-page)
    case 'ArrowRight':
      return step({ row, column }, 1, rows)
    case 'ArrowLeft':
      return step({ row, column }, -1, rows)
    case 'Home':
      return { row: isWhole ? 0 : row, column: 0 }
    case 'End':
      return inRow(isWhole ? last : row, Number.POSITIVE_INFINITY, rows)
    default:
      return undefined
  }
}

function mirrored(key: string): string {
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key
}

function inRow(row: number, column: number, rows: readonly number[]): Place {
  return { row, column: Math.min(column, (rows[row] ?? 1) - 1) }
}

/** The next cell or the one before it, across rows. */
function step({ row, column }: Place, by: 1 | -1, rows: readonly number[]): Place {
  const next = column + by
  if (next >= 0 && next < (rows[row] ?? 0)) return { row, column: next }
  const nextRow = row + by
  if (nextRow < 0 || nextRow >= rows.length) return { row, column }
  return by === 1 ? { row: nextRow, column: 0 } : inRow(nextRow, Number.POSITIVE_INFINITY, rows)
}
