/** One line of what `npm run bench:web` prints. */
export interface WebFigure {
  name: string
  /** The measured value with its unit. */
  value: string
  /** What it has to stay within; left out where nothing is demanded. */
  goal?: string
  isMissed?: boolean
}

/** A value that may be as large as its goal. */
export function atMost(name: string, value: number, goal: number, unit = ''): WebFigure {
  const show = (number: number) => `${Math.round(number * 100) / 100}${unit && ` ${unit}`}`
  return { name, value: show(value), goal: `≤ ${show(goal)}`, isMissed: value > goal }
}
