import type { App } from '../../base/app-context.ts'
import type { PageLocation } from '../../base/router/route.ts'
import { discussionsRequest } from '../discussions/list/list-request.ts'

/** What an address searches for; empty where nothing is. */
export function searchedText({ query }: Pick<PageLocation, 'query'>): string {
  return query.get('q')?.trim() ?? ''
}

/** Path of the API for what an address searches for. */
export function resultsRequest(location: PageLocation, app: Pick<App, 'includes'>): string {
  return discussionsRequest(location, app, {
    filter: { q: searchedText(location).toLowerCase() },
    include: ['mostRelevantPost', 'mostRelevantPost.user'],
  })
}

/** Nothing is asked for as long as nothing is searched for. */
export function resultsRequests(location: PageLocation, app: App): string[] {
  return searchedText(location) === '' ? [] : [resultsRequest(location, app)]
}
