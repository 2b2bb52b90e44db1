import { buildQuery } from '@parley/shared'
import { isLongEnough } from '@parley/shared/search-text'
import { pageNumber } from '../../base/lists/paged-list.ts'
import type { App } from '../../points/app.ts'
import type { LateRequest, PageLocation } from '../../points/routes.ts'
import { discussionsRequest, totalsRequest } from '../discussions/list/list-request.ts'
import { freeText } from './free-text.ts'

/** Returns the search text of a location; empty without one. */
export function searchedText({ query }: Pick<PageLocation, 'query'>): string {
  return query.get('q')?.trim() ?? ''
}

function resultsFilter(location: PageLocation) {
  return { q: searchedText(location).toLowerCase() }
}

/** Returns the API path of the results for a location. */
export function resultsRequest(location: PageLocation, app: Pick<App, 'includes'>): string {
  return discussionsRequest(location, app, {
    filter: resultsFilter(location),
    include: ['mostRelevantPost', 'mostRelevantPost.user'],
  })
}

/** Returns the API path of the totals of the results for a location. */
export function resultsTotalsRequest(location: PageLocation): string {
  return totalsRequest(resultsFilter(location))
}

/** Returns the request for the totals. The page sends it only if there are more results than it shows, because counting repeats the search. */
export function resultsLate(location: PageLocation): LateRequest[] {
  return searchedText(location) === '' ? [] : [{ path: resultsTotalsRequest(location), waits: true }]
}

/** The number of people that the results show. */
const maximumPeople = 5

/** Returns the API path of the people that a search finds; undefined where none are searched. */
function peopleRequest(location: PageLocation, { forum, gambits }: App): string | undefined {
  const q = freeText(searchedText(location), gambits).toLowerCase()
  if (!forum.canSearchUsers || !isLongEnough(q) || pageNumber(location) > 1) return undefined
  return `/users?${buildQuery({ filter: { q }, page: { limit: maximumPeople } })}`
}

/** Returns the API paths of the discussions and of the people; none while the search text is empty. */
export function resultsRequests(location: PageLocation, app: App): string[] {
  if (searchedText(location) === '') return []
  const people = peopleRequest(location, app)
  return [resultsRequest(location, app), ...(people === undefined ? [] : [people])]
}
