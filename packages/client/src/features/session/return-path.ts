import type { PageLocation } from '../../points/routes.ts'

const formPage = /^\/(?:login|register)(?:[?#]|$)/

/** Whether a path below the base path is that of a form of this feature. */
export function isFormPage(path: string): boolean {
  return formPage.test(path)
}

/** The path to which the form on a page leads, as its address asks; undefined on other pages. Not checked yet. */
export function returnOf(location: PageLocation | undefined): string | undefined {
  return location !== undefined && isFormPage(location.path)
    ? (location.query.get('return') ?? undefined)
    : undefined
}
