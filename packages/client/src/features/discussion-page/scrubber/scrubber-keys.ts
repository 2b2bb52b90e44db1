/** Posts that Page Up and Page Down move by. */
const PAGE = 20

/** The number a key moves a slider to, between 1 and `last`; `undefined` for keys that do nothing. */
export function numberForKey(key: string, number: number, last: number): number | undefined {
  const to = moved(key, number, last)
  return to === undefined ? undefined : clampNumber(to, last)
}

function moved(key: string, number: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return number + 1
    case 'ArrowUp':
    case 'ArrowLeft':
      return number - 1
    case 'PageDown':
      return number + PAGE
    case 'PageUp':
      return number - PAGE
    case 'Home':
      return 1
    case 'End':
      return last
    default:
      return undefined
  }
}

/** The number at a place on the line, from 0 (the first post) to 1 (the last). */
export function numberAt(fraction: number, last: number): number {
  return clampNumber(Math.round(1 + fraction * (last - 1)), last)
}

/** Where on the line a number is, from 0 to 1. */
export function fractionOf(number: number, last: number): number {
  return last <= 1 ? 0 : (clampNumber(number, last) - 1) / (last - 1)
}

function clampNumber(number: number, last: number): number {
  return Math.min(Math.max(1, number), Math.max(1, last))
}
