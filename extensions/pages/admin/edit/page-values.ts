import type { PageRecord } from '../page-record.ts'

/** What the editor changes of a page. */
export interface PageValues {
  readonly title: string
  readonly slug: string
  readonly content: string
  readonly isHtml: boolean
  readonly isHidden: boolean
  readonly isRestricted: boolean
  readonly isInNavigation: boolean
  /** Empty for none. */
  readonly navigationIcon: string
  /** As typed; empty for none. */
  readonly navigationPosition: string
  readonly isInFooter: boolean
}

export type PageValueName = keyof PageValues

/** The values of a page that does not exist yet. */
export const emptyValues: PageValues = {
  title: '',
  slug: '',
  content: '',
  isHtml: false,
  isHidden: false,
  isRestricted: false,
  isInNavigation: false,
  navigationIcon: '',
  navigationPosition: '',
  isInFooter: false,
}

export const valueNames = Object.keys(emptyValues) as readonly PageValueName[]

/** The values of a stored page. */
export function valuesOf(page: PageRecord): PageValues {
  return withAttributes(emptyValues, page)
}

/** Values with those that the API has of some attributes. */
export function withAttributes(values: PageValues, attributes: object): PageValues {
  const given: Readonly<Record<string, unknown>> = { ...attributes }
  const read = (name: PageValueName) => {
    const value = given[name]
    if (value === undefined) return values[name]
    return typeof emptyValues[name] === 'boolean' ? value === true : String(value ?? '')
  }
  return Object.fromEntries(valueNames.map((name) => [name, read(name)])) as unknown as PageValues
}

/** The names of the values that differ. */
export function changedNames(one: PageValues, other: PageValues): readonly PageValueName[] {
  return valueNames.filter((name) => one[name] !== other[name])
}

/** Some values as attributes of the API. */
export function attributesOf(
  values: PageValues,
  names: readonly PageValueName[],
): Readonly<Record<string, string | number | boolean | null>> {
  return Object.fromEntries(names.map((name) => [name, attributeOf(name, values[name])]))
}

function attributeOf(name: PageValueName, value: string | boolean): string | number | boolean | null {
  if (name === 'navigationIcon') return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  if (name === 'navigationPosition') return value === '' ? null : Number(value)
  return value
}
