/** Upper bound of linear growth: exactly linear work grows by 16, quadratic work by 256. */
export const proportionalGrowth = 48

/** How many times larger the larger size is. */
const factor = 16

/**
 * The factor by which the processor time of `work` grows for sixteen times the size. Compares two sizes in one run, so
 * neither the machine's speed nor its other processes matter. Sixteen runs on the smaller size stand against one on the
 * larger: linear work takes the same time in both, so that garbage collection and other processes distort both alike. What
 * is above `proportionalGrowth` is measured again, and the least of each counts.
 *
 * @param make creates an input of a size; not measured
 * @param work runs in this process
 * @param size the smaller size
 */
export async function growthOf<T>(
  make: (size: number) => T,
  work: (input: T) => unknown,
  size: number,
): Promise<number> {
  const [small, large] = [make(size), make(size * factor)]
  const workOnSmall = async () => {
    for (let run = 0; run < factor; run += 1) await work(small)
  }
  await work(small)
  const least = { small: Infinity, large: Infinity }
  let growth = Infinity
  for (let round = 0; round < rounds && growth >= proportionalGrowth; round += 1) {
    least.small = Math.min(least.small, Math.max(shortestTime, await cost(workOnSmall)))
    least.large = Math.min(least.large, await cost(() => work(large)))
    growth = (factor * least.large) / least.small
  }
  return growth
}

/**
 * The processor time of `other` as a multiple of that of `one`: of each the least of eight measurements, which alternate.
 * The load of the machine distorts a single one by a factor of two, as processors share caches and units.
 */
export async function leastCostRatio(one: () => unknown, other: () => unknown): Promise<number> {
  const least = { one: Infinity, other: Infinity }
  for (let round = 0; round < rounds; round += 1) {
    least.one = Math.min(least.one, await cost(one))
    least.other = Math.min(least.other, await cost(other))
  }
  return least.other / least.one
}

/** How often costs are measured at most. */
const rounds = 8

/** Resolution of the measurement in milliseconds. */
const shortestTime = 0.5

/** The processor time of this process during `work`, in milliseconds. */
async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
