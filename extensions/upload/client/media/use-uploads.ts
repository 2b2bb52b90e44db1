import { ApiError, type App, describeError, useApp } from '@parley/client'
import { fetchWithProgress } from '@parley/client/late'
import { useEffect, useRef, useState } from 'react'
import { type StoreOptions, storeFile } from '../store-file.ts'
import type { MediaFile } from './library.ts'

/** A file that is being stored, or that could not be. */
export interface SentFile {
  readonly key: number
  readonly file: File
  /** From 0 to 1. */
  readonly progress: number
  /** Why it failed. */
  readonly error: string | undefined
}

/** Stores files, one after the other. Leaving the list ends what is not stored. */
export function useUploads(options: StoreOptions, onStored: (files: readonly MediaFile[]) => void) {
  const app = useApp()
  const [sent, setSent] = useState<readonly SentFile[]>([])
  // A file is stored long after it was added: what is chosen has changed since.
  const latest = useRef(onStored)
  useEffect(() => {
    latest.current = onStored
  })
  const queue = useRef(Promise.resolve())
  const controllers = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const all = controllers.current
    return () => {
      for (const controller of all.values()) controller.abort()
    }
  }, [])

  const change = (key: number, changes: Partial<SentFile>) =>
    setSent((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const remove = (key: number) => {
    controllers.current.get(key)?.abort()
    controllers.current.delete(key)
    setSent((before) => before.filter((one) => one.key !== key))
  }
  const start = (key: number, file: File) => {
    const controller = new AbortController()
    controllers.current.set(key, controller)
    const { signal } = controller
    queue.current = queue.current.then(async () => {
      if (signal.aborted) return
      try {
        const onProgress = (progress: number) => change(key, { progress })
        // Its row says how it ends: alerts stay.
        const request = {
          method: 'POST',
          signal,
          fetch: fetchWithProgress(onProgress),
          isBackground: true,
        } as const
        const send = <T>(path: string, body: FormData) => app.api.request<T>(path, { ...request, body })
        const files = await storeFile(app, file, { options, signal, onProgress, send })
        remove(key)
        latest.current(files)
      } catch (error) {
        if (!signal.aborted) change(key, { error: messageOf(app, error) })
      }
    })
  }
  return {
    sent,
    cancel: remove,
    add(files: readonly File[]) {
      for (const file of files) {
        nextKey += 1
        const key = nextKey
        setSent((before) => [...before, { key, file, progress: 0, error: undefined }])
        start(key, file)
      }
    },
    retry({ key, file }: SentFile) {
      change(key, { progress: 0, error: undefined })
      start(key, file)
    },
  }
}

let nextKey = 0

/** What the server says about a refusal; else what is known about the fault. */
function messageOf({ t, forum }: App, error: unknown): string {
  const details = error instanceof ApiError ? error.errors.flatMap(({ detail }) => detail || []) : []
  if (details.length > 0) return details.join(' ')
  const { key, lines } = describeError(error, forum.baseOrigin)
  return key === undefined ? lines.join(' ') : t(key)
}
