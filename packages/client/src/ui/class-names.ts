/** Joins the names that are set: `classNames('Button', isSmall && 'Button--s')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  let joined = ''
  for (const name of names) if (name) joined = joined === '' ? name : `${joined} ${name}`
  return joined
}
