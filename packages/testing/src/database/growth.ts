/** Upper bound of linear growth: exactly linear work grows by 16, quadratic work by 256. */
export const proportionalGrowth = 48

/**
 * The factor by which the processor time of `work` grows for sixteen times the size. Compares two sizes in one run, so
 * neither the machine's speed nor its other processes matter. Repeats a measurement above `proportionalGrowth`, as
 * garbage collection may have distorted it.
 *
 * @param make creates an input of a size; not measured
 * @param work runs in this process
 * @param size the smaller size, for which the work should take some milliseconds
 */
export async function growthOf<T>(
  make: (size: number) => T,
  work: (input: T) => unknown,
  size: number,
): Promise<number> {
  const [small, large] = [make(size), make(size * 16)]
  await work(small)
  return costRatio(
    () => work(small),
    () => work(large),
  )
}

/**
 * The processor time of `other` as a multiple of that of `one`: of each the least of eight measurements, which alternate.
 * The load of the machine distorts a single one by a factor of two, as processors share caches and units.
 */
export async function leastCostRatio(one: () => unknown, other: () => unknown): Promise<number> {
  const least = { one: Infinity, other: Infinity }
  for (let round = 0; round < 8; round += 1) {
    least.one = Math.min(least.one, await cost(one))
    least.other = Math.min(least.other, await cost(other))
  }
  return least.other / least.one
}

/** The processor time of `other` as a multiple of that of `one`. Repeats results of `proportionalGrowth` and more. */
async function costRatio(one: () => unknown, other: () => unknown): Promise<number> {
  let base = Math.max(shortestTime, await cost(one))
  let compared = await cost(other)
  for (let tries = 1; tries < 4 && compared / base >= proportionalGrowth; tries += 1) {
    base = Math.max(base, await cost(one))
    compared = Math.min(compared, await cost(other))
  }
  return compared / base
}

/** Resolution of the measurement in milliseconds. */
const shortestTime = 0.5

/** The processor time of this process during `work`, in milliseconds. */
async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
