import fc from 'fast-check'

/** A value that failed a check, made as small as it can be and still fail. */
export interface Failure<Value> {
  value: Value
  fault: string
}

/**
 * Checks `count` random values; the same seed gives the same values. After a failure it shrinks the value, and goes on
 * with other values until ten have failed.
 *
 * @param check returns what is wrong with a value, '' for nothing
 */
export async function findFailures<Value>(
  values: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<string> | string,
  { seed, count }: { seed: number; count: number },
): Promise<Failure<Value>[]> {
  const failures: Failure<Value>[] = []
  const property = fc.asyncProperty(values, async (value) => {
    const fault = await check(value)
    if (fault !== '') throw new Error(fault)
  })
  for (let done = 0; done < count && failures.length < 10; ) {
    const numRuns = count - done
    const result = await fc.check(property, { seed: seed + failures.length * 7919, numRuns, unbiased: true })
    done += result.numRuns
    if (!result.failed) break
    const { counterexample, errorInstance } = result
    if (counterexample === null) throw new Error('The generator failed', { cause: errorInstance })
    failures.push({ value: counterexample[0], fault: (errorInstance as Error).message })
  }
  return failures
}
