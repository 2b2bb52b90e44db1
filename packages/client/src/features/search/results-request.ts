import type { App } from '../../points/app.ts'
import type { PageLocation } from '../../points/routes.ts'
import { discussionsRequest } from '../discussions/list/list-request.ts'

/** Returns the search text of a location; empty without one. */
export function searchedText({ query }: Pick<PageLocation, 'query'>): string {
  return query.get('q')?.trim() ?? ''
}

/** Returns the API path of the results for a location. */
export function resultsRequest(location: PageLocation, app: Pick<App, 'includes'>): string {
  return discussionsRequest(location, app, {
    filter: { q: searchedText(location).toLowerCase() },
    include: ['mostRelevantPost', 'mostRelevantPost.user'],
  })
}

/** Returns no request while the search text is empty. */
export function resultsRequests(location: PageLocation, app: App): string[] {
  return searchedText(location) === '' ? [] : [resultsRequest(location, app)]
}
