import { type App, loadDocument, useApp, useRecords } from '@parley/client'
import { useEffect, useMemo, useState } from 'react'
import { sortTags } from '../sort-tags.ts'
import type { TagRecord } from '../tag-record.ts'

/** Milliseconds after which the list is loaded again where it is needed. */
const staleAfter = 60_000

interface Loading {
  startedAt: number
  ids: Promise<readonly string[]>
  /** What an earlier request or this one has loaded. */
  known: readonly string[] | undefined
}

const loadings = new WeakMap<App, Loading>()

/** Loads all tags that the viewer sees, unless that was done lately. Pages have only some of them. @returns their ids. */
export function loadTags(app: App): Promise<readonly string[]> {
  const last = loadings.get(app)
  if (last !== undefined && Date.now() - last.startedAt < staleAfter) return last.ids
  const ids = requestTags(app)
  const loading: Loading = { startedAt: Date.now(), ids, known: last?.known }
  loadings.set(app, loading)
  ids.then(
    (loaded) => {
      loading.known = loaded
    },
    () => {
      loading.startedAt = 0
    },
  )
  return ids
}

async function requestTags(app: App): Promise<readonly string[]> {
  const { data } = await loadDocument(app, '/tags?include=parent', undefined, { isBackground: true })
  return data.map(({ id }) => id)
}

/** The ids of all tags as they were loaded last. */
export function knownTagIds(app: App): readonly string[] | undefined {
  return loadings.get(app)?.known
}

/** Loads the tags, and how many of them discussions have, after the server has refused a choice. */
export async function refreshTags(app: App): Promise<void> {
  const last = loadings.get(app)
  if (last !== undefined) last.startedAt = 0
  await Promise.all([loadTags(app), loadDocument(app, '/', undefined, { isBackground: true })])
}

export interface TagListState {
  /** All tags that the viewer sees, in their order; undefined until they are loaded. */
  tags: readonly TagRecord[] | undefined
  hasFailed: boolean
  retry: () => void
  /** Loads the list again, after the server has refused a choice. */
  refresh: () => Promise<void>
}

/** The list of all tags. A list that was loaded before shows at once, and is loaded again if it is old. */
export function useTagList(): TagListState {
  const app = useApp()
  const [ids, setIds] = useState(() => knownTagIds(app))
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    void attempt
    let hasEnded = false
    loadTags(app).then(
      (loaded) => hasEnded || setIds(loaded),
      () => hasEnded || setHasFailed(true),
    )
    return () => {
      hasEnded = true
    }
  }, [app, attempt])
  const records = useRecords('tags', ids ?? [])
  const tags = useMemo(() => (ids === undefined ? undefined : sortTags(records)), [ids, records])
  const retry = () => {
    setHasFailed(false)
    setAttempt(attempt + 1)
  }
  const refresh = async () => {
    await refreshTags(app).catch(() => {})
    setIds(knownTagIds(app))
  }
  return { tags, hasFailed: hasFailed && tags === undefined, retry, refresh }
}
