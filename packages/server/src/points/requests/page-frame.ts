import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** An element of `<head>`: the attributes of a `<meta>` or of a `<link>`. Values are escaped. */
export type HeadElement = { meta: Record<string, string> } | { link: Record<string, string> }

/** What surrounds the contents of a page. */
export interface FrameParts {
  /** Attributes of `<html>`. A later extension replaces those of the same name; null leaves one out. */
  attributes?: Readonly<Partial<Record<`data-${string}` | 'style', string | null>>>
  /** Elements of `<head>` by a name: `theme-color`. A later extension replaces the elements of the same name. */
  head?: Readonly<Record<string, readonly HeadElement[]>>
  /**
   * JSON values that come with the page, by names that begin with that of the extension: the client reads them from
   * `app.boot`. Those of the core's names have no effect.
   */
  payload?: Readonly<Record<string, unknown>>
}

/**
 * Says what an extension adds to the frame of a page: synchronously and without the database, from the settings, from
 * `context.cookies` and from `actor.account.columns`. Pages of guests are cached: what it says of guests may depend on
 * settings and declared cookies only.
 * @param area name of an area beside the forum's pages, `admin`.
 */
export type DescribeFrame = (context: Context, area?: string) => FrameParts

/** A cookie that changes what pages show. */
export interface PageCookie {
  /** The values that count: letters, digits, `-` and `_`. With any other value a visitor has no such cookie. */
  values: readonly string[]
}

const reserved = /^(?:parley_|locale$)/
const word = /^[\w-]{1,40}$/
/** Cached pages of guests multiply with the values. */
const mostValues = 8

/** Checks and combines the cookies of pages. @throws ExtensionError for the first fault. */
export function combinePageCookies(
  declared: readonly Declared<Readonly<Record<string, PageCookie>> | undefined>[],
): Map<string, Owned<PageCookie>> {
  return mergeRecords('pageCookies', declared, ({ values }, name) => {
    if (!word.test(name) || reserved.test(name)) return 'is no name for a cookie of an extension'
    if (values.length > mostValues) return `has more than ${mostValues} values`
    const wrong = values.find((value) => !word.test(value))
    return wrong === undefined ? undefined : `has the value '${wrong}', which is more than letters and digits`
  })
}

/** Lists the frames of pages, in the order of the extensions. @throws ExtensionError for what is no function. */
export function combinePageFrames(declared: readonly Declared<DescribeFrame | undefined>[]): DescribeFrame[] {
  return declared.flatMap(({ owner, section }) => {
    if (section === undefined) return []
    if (typeof section !== 'function') throw new ExtensionError(owner, 'pageFrame', 'is no function')
    return section
  })
}

declare module '../extension.ts' {
  interface Extension {
    /**
     * The frame of pages: attributes of `<html>`, elements of `<head>`, and values that the client gets with the page. An
     * `early.ts` beside the `client.tsx` of the extension is built as a classic script, which runs in the head before the
     * first paint: it imports nothing but types and files whose names begin with `early`.
     */
    pageFrame?: DescribeFrame
    /** Cookies that change what pages show, by name. The cache keeps the pages of guests for each of their values. */
    pageCookies?: Readonly<Record<string, PageCookie>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    pageFrames: readonly DescribeFrame[]
    pageCookies: ReadonlyMap<string, Owned<PageCookie>>
  }
}

/** The frames of pages. */
export const pageFramesPoint = definePoint('pageFrames', {
  sections: ['pageFrame'],
  combine: ({ pageFrame }) => combinePageFrames(pageFrame),
})

/** The cookies of pages. */
export const pageCookiesPoint = definePoint('pageCookies', {
  sections: ['pageCookies'],
  combine: ({ pageCookies }) => combinePageCookies(pageCookies),
})
