import type { App, PageLocation } from '@parley/client'
import { fold } from '../shared.ts'
import type { TagRecord } from './tag-record.ts'

/** The slug in the address of a tag's page. */
export function slugIn({ params }: Pick<PageLocation, 'params'>): string {
  return params.slug ?? ''
}

/** The tag of a page, if it is loaded. */
export function tagOf(
  location: Pick<PageLocation, 'params'>,
  { store }: Pick<App, 'store'>,
): TagRecord | undefined {
  const slug = fold(slugIn(location))
  return store.all('tags').find((tag) => fold(tag.slug) === slug)
}

/** The name of the sort that the list of a tag has first. */
export function firstSort(
  location: Pick<PageLocation, 'params'>,
  { forum }: Pick<App, 'forum'>,
): string | undefined {
  const slug = fold(slugIn(location))
  return Object.entries(forum.tagSorts ?? {}).find(([name]) => fold(name) === slug)?.[1]
}
