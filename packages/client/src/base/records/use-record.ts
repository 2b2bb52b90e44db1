import type { ResourceType } from '@parley/shared'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useApp } from '../../points/app-context.ts'
import type { Relationships, StoreRecord } from '../../store/record.ts'
import type { Store } from '../../store/store.ts'

/** One record; its changes rerender the component. `undefined` until it is loaded. */
export const useRecord: <T extends ResourceType>(
  type: T,
  id: string | undefined,
) => StoreRecord<T> | undefined = import.meta.env.SSR ? useRecordOnce : useRecordLive

/** The loaded target of a to-one relationship; its changes rerender the component. */
export function useRelated<T extends ResourceType>(
  record: { relationships: Relationships } | undefined,
  name: string,
  type: T,
): StoreRecord<T> | undefined {
  const linkage = record?.relationships[name]
  const isOne = linkage && !Array.isArray(linkage) && linkage.type === type
  return useRecord(type, isOne ? linkage.id : undefined)
}

/** Those of several records that are loaded; their changes rerender the component. */
export const useRecords: <T extends ResourceType>(type: T, ids: readonly string[]) => StoreRecord<T>[] =
  import.meta.env.SSR ? useRecordsOnce : useRecordsLive

// Nothing changes during server-side rendering, so these hooks do not subscribe.
function useRecordOnce<T extends ResourceType>(type: T, id: string | undefined): StoreRecord<T> | undefined {
  const { store } = useApp()
  return id === undefined ? undefined : store.get(type, id)
}

function useRecordLive<T extends ResourceType>(type: T, id: string | undefined): StoreRecord<T> | undefined {
  const { store } = useApp()
  const subscribe = useCallback(
    (listener: () => void) => (id === undefined ? () => {} : store.subscribe(type, id, listener)),
    [store, type, id],
  )
  const read = () => (id === undefined ? undefined : store.get(type, id))
  return useSyncExternalStore(subscribe, read, read)
}

function useRecordsOnce<T extends ResourceType>(type: T, ids: readonly string[]): StoreRecord<T>[] {
  return loadedRecords(useApp().store, type, ids)
}

function useRecordsLive<T extends ResourceType>(type: T, ids: readonly string[]): StoreRecord<T>[] {
  const { store } = useApp()
  const joined = ids.join()
  const source = useMemo(
    () => watchRecords(store, type, joined === '' ? [] : joined.split(',')),
    [store, type, joined],
  )
  return useSyncExternalStore(source.subscribe, source.read, source.read)
}

function watchRecords<T extends ResourceType>(store: Store, type: T, ids: string[]) {
  let last: StoreRecord<T>[] = []
  return {
    subscribe(listener: () => void) {
      const unsubscribes = ids.map((id) => store.subscribe(type, id, listener))
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
    // Returns the same array while its records are the same: React compares snapshots by identity.
    read() {
      const next = loadedRecords(store, type, ids)
      if (next.length !== last.length || next.some((record, index) => record !== last[index])) last = next
      return last
    },
  }
}

function loadedRecords<T extends ResourceType>(
  store: Store,
  type: T,
  ids: readonly string[],
): StoreRecord<T>[] {
  return ids.map((id) => store.get(type, id)).filter((record) => record !== undefined)
}
