import fc from 'fast-check'

/** The value with this probability (in hundredths), else undefined, to which it shrinks. */
export function sometimes<Value>(
  percent: number,
  value: fc.Arbitrary<Value>,
): fc.Arbitrary<Value | undefined> {
  const nothing = { weight: 100 - percent, arbitrary: fc.constant(undefined) }
  return fc.oneof({ withCrossShrink: true }, nothing, { weight: percent, arbitrary: value })
}

/** True with this probability, in hundredths. */
export function chance(percent: number): fc.Arbitrary<boolean> {
  return sometimes(percent, fc.constant(true)).map((value) => value === true)
}

/** The first value with this probability, in hundredths, else the second. */
export function either<First, Second>(
  percent: number,
  first: fc.Arbitrary<First>,
  second: fc.Arbitrary<Second>,
): fc.Arbitrary<First | Second> {
  return fc.oneof<fc.MaybeWeightedArbitrary<First | Second>[]>(
    { weight: percent, arbitrary: first },
    { weight: 100 - percent, arbitrary: second },
  )
}
