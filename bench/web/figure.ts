/** One line of the output of `npm run bench:web`. */
export interface WebFigure {
  name: string
  /** The measured value with its unit. */
  value: string
  /** The limit; undefined if there is none. */
  goal?: string
  isMissed?: boolean
}

/** A value that may not exceed its goal. */
export function atMost(name: string, value: number, goal: number, unit = ''): WebFigure {
  const show = (number: number) => `${Math.round(number * 100) / 100}${unit && ` ${unit}`}`
  return { name, value: show(value), goal: `≤ ${show(goal)}`, isMissed: value > goal }
}

/** The median of several runs, which must be below its goal, with minimum and maximum. */
export function below(name: string, values: readonly number[], goal: number, unit = ''): WebFigure {
  const sorted = [...values].sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const show = (number: number) => String(Number(number.toPrecision(3)))
  const spread = `${show(sorted[0] ?? median)} to ${show(sorted.at(-1) ?? median)}`
  return {
    name,
    value: `${show(median)}${unit && ` ${unit}`}, ${spread}`,
    goal: `< ${show(goal)}${unit && ` ${unit}`}`,
    isMissed: !(median < goal),
  }
}
