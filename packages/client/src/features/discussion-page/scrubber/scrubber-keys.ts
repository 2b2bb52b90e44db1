/** Number of posts that Page Up and Page Down move by. */
const pageStep = 20

/** The number that a key moves the slider to, between 1 and `last`; `undefined` for other keys. */
export function numberForKey(key: string, number: number, last: number): number | undefined {
  const to = targetOfKey(key, number, last)
  return to === undefined ? undefined : clampNumber(to, last)
}

function targetOfKey(key: string, number: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return number + 1
    case 'ArrowUp':
    case 'ArrowLeft':
      return number - 1
    case 'PageDown':
      return number + pageStep
    case 'PageUp':
      return number - pageStep
    case 'Home':
      return 1
    case 'End':
      return last
    default:
      return undefined
  }
}

/** The number at a fraction of the track, from 0 (the first post) to 1 (the last). */
export function numberAt(fraction: number, last: number): number {
  return clampNumber(Math.round(1 + fraction * (last - 1)), last)
}

/** The position of a number on the track, from 0 to 1. */
export function fractionOf(number: number, last: number): number {
  return last <= 1 ? 0 : (clampNumber(number, last) - 1) / (last - 1)
}

/** The mark closest to a number, if it is no farther than `distance`; else the number. */
export function closestMark(marks: readonly number[], number: number, distance: number): number {
  let closest = number
  let least = distance
  for (const mark of marks) {
    const apart = Math.abs(mark - number)
    if (apart > least) continue
    closest = mark
    least = apart
  }
  return closest
}

function clampNumber(number: number, last: number): number {
  return Math.min(Math.max(1, number), Math.max(1, last))
}
