/**
 * Whether everything runs (`npm run test:all`), or what `npm test` runs. A part of `test:all` alone:
 * `ALL_TESTS=1 npm run test:unit`.
 */
export const isRunOfAll = process.env.ALL_TESTS === '1'

/** All cases of a sweep if all tests run, and otherwise every `step`th of them, from the first on: the same in each run. */
export function casesOfRun<T>(cases: readonly T[], step: number): readonly T[] {
  return isRunOfAll ? cases : cases.filter((_, index) => index % step === 0)
}
