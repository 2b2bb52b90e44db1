import type { App } from '../points/app.ts'

/**
 * The absolute address of a path below the base path, to pass on: of the forum itself, also where an administrator views it as
 * another.
 */
export function publicAddress(
  { boot, forum: { baseUrl } }: Pick<App, 'boot' | 'forum'>,
  path: string,
): string {
  return (boot.isView ? baseUrl.slice(0, baseUrl.lastIndexOf('/view-as/')) : baseUrl) + path
}
