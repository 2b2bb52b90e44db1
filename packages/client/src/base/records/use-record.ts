import type { ResourceType } from '@parley/shared'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Relationships, StoreRecord } from '../../store/record.ts'
import type { Store } from '../../store/store.ts'
import { useApp } from '../app-context.ts'

/** One record, and a new rendering whenever it changes. `undefined` while it is not loaded. */
export const useRecord: <T extends ResourceType>(
  type: T,
  id: string | undefined,
) => StoreRecord<T> | undefined = import.meta.env.SSR ? useRecordOnce : useRecordLive

/** The loaded target of a to-one relationship, and a new rendering whenever it changes. */
export function useRelated<T extends ResourceType>(
  record: { relationships: Relationships } | undefined,
  name: string,
  type: T,
): StoreRecord<T> | undefined {
  const linkage = record?.relationships[name]
  const isOne = linkage && !Array.isArray(linkage) && linkage.type === type
  return useRecord(type, isOne ? linkage.id : undefined)
}

/** The loaded ones of several records, and a new rendering whenever one of them changes. */
export const useRecords: <T extends ResourceType>(type: T, ids: readonly string[]) => StoreRecord<T>[] =
  import.meta.env.SSR ? useRecordsOnce : useRecordsLive

// On the server nothing changes while a page is drawn, so a read is enough.
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
  return loaded(useApp().store, type, ids)
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
      const ends = ids.map((id) => store.subscribe(type, id, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    // The same array as long as its records are the same: React compares by identity.
    read() {
      const next = loaded(store, type, ids)
      if (next.length !== last.length || next.some((record, index) => record !== last[index])) last = next
      return last
    },
  }
}

function loaded<T extends ResourceType>(store: Store, type: T, ids: readonly string[]): StoreRecord<T>[] {
  return ids.map((id) => store.get(type, id)).filter((record) => record !== undefined)
}
