import type { BoundedCount, ListTotals, ResourceDocument } from '@parley/shared'
import { useEffect } from 'react'
import { useApp } from '../../points/app-context.ts'
import type { PageLocation } from '../../points/routes.ts'
import { useLateDocument } from '../router/late-document.ts'
import { useObservable } from '../use-observable.ts'
import { countOfRows, pageNumber } from './paged-list.ts'
import type { PagedListState } from './use-paged-list.ts'

/** A list with its totals. */
export interface CountedListState extends PagedListState {
  /** How many rows the list has; undefined while that is unknown. */
  rows: BoundedCount | undefined
  /** The answer about the totals, once it is there. */
  totals: ListTotals | undefined
}

interface TotalsOptions {
  /** The totals are of use although the list is short enough to know how many rows it has. */
  isAlwaysLoaded?: boolean
}

/**
 * Adds its totals to a list: asked for once, and again when the list is loaded again. A list that is at its end does not
 * ask.
 * @param request API path of the totals.
 */
export function useListTotals(
  list: PagedListState,
  location: PageLocation,
  request: string,
  { isAlwaysLoaded = false }: TotalsOptions = {},
): CountedListState {
  const { api } = useApp()
  const late = useLateDocument(request)
  const document = useObservable(late) as ResourceDocument | undefined
  const isNeeded = isAlwaysLoaded || list.next !== undefined
  useEffect(() => {
    if (isNeeded) void late.load(api)
  }, [late, api, isNeeded])
  const totals = document?.data.attributes as ListTotals | undefined
  return {
    ...list,
    totals,
    rows: countOfRows(list, pageNumber(location), totals),
    refresh: async () => {
      await Promise.all([list.refresh(), isNeeded && late.reload(api)])
    },
  }
}
