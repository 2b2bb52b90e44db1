import type { Additions } from './composer-target.ts'

/** Joins additions; a later one wins. */
export function joinAdditions(all: readonly Additions[]): Additions {
  return {
    attributes: Object.assign({}, ...all.map(({ attributes }) => attributes)),
    relationships: Object.assign({}, ...all.map(({ relationships }) => relationships)),
  }
}
