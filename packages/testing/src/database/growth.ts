/** Growth up to this is taken for growth in proportion: 16 would be exact, quadratic work grows by 256. */
export const proportionalGrowth = 48

/**
 * How many times as much processor time `work` takes for sixteen times the size. Compares two sizes in one run, so
 * neither the machine's speed nor its other processes matter; repeats a result that is not in proportion, because
 * the collection of garbage falls on either of the two.
 *
 * @param make the input of a size; not measured
 * @param work runs in this process
 * @param size the smaller one; choose it so that the work takes some milliseconds
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

/** The processor time of `other` as a multiple of that of `one`. Repeats what is not below `proportionalGrowth`. */
export async function costRatio(one: () => unknown, other: () => unknown): Promise<number> {
  let base = Math.max(shortest, await cost(one))
  let compared = await cost(other)
  for (let tries = 1; tries < 4 && compared / base >= proportionalGrowth; tries += 1) {
    base = Math.max(base, await cost(one))
    compared = Math.min(compared, await cost(other))
  }
  return compared / base
}

/** Less than so many milliseconds cannot be told apart. */
const shortest = 0.5

/** Milliseconds of this process's processor time. */
async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
