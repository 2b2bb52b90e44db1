import { type App, useApp } from '@parley/client'
import type { CollectionDocument } from '@parley/shared'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type FileFilters,
  filesOf,
  type Library,
  listPath,
  type MediaFile,
  nextPath,
  oneEarlier,
} from './library.ts'

/** Milliseconds without another letter before a search is asked for. */
const searchDelay = 250

interface Loaded {
  /** The path of its first page. */
  path: string
  files: readonly MediaFile[]
  next: string | undefined
}

/** The loaded part of a list of files. */
export interface FileList {
  files: readonly MediaFile[]
  /** Whether a page is on its way. */
  isLoading: boolean
  /** Whether what is shown was asked for by the present filters. */
  isCurrent: boolean
  /** Repeats the last request; undefined unless it has failed. */
  retry: (() => void) | undefined
  /** Loads the next page; undefined at the end. */
  loadMore: (() => void) | undefined
  /** Puts new files at the beginning. */
  add: (files: readonly MediaFile[]) => void
  /** Shows a file as it is now. */
  change: (file: MediaFile) => void
  remove: (file: MediaFile) => void
}

/** A page that is asked for, or that could not be loaded. */
interface Request {
  path: string
  /** It goes on behind what is shown. */
  isNext: boolean
}

/** Lists the files of a library. What was found before stays until the answer for other filters is there. */
export function useFiles(library: Library, filters: FileFilters): FileList {
  const app = useApp()
  const path = listPath(library, filters)
  const [list, setList] = useState<Loaded>({ path: '', files: [], next: undefined })
  const [asked, setAsked] = useState<Request | undefined>({ path, isNext: false })
  const [failed, setFailed] = useState<Request>()
  const [former, setFormer] = useState(path)
  if (former !== path) {
    setFormer(path)
    setAsked({ path, isNext: false })
    setFailed(undefined)
  }
  const keep = useEffectEvent((page: Omit<Loaded, 'path'>, { isNext }: Request) => {
    setList((before) => ({ ...page, path, files: isNext ? merge(before.files, page.files) : page.files }))
    setAsked(undefined)
  })
  const fail = useEffectEvent((error: unknown, request: Request) => {
    app.alerts.showError(error)
    setAsked(undefined)
    setFailed(request)
  })
  const hasAnswer = list.path !== ''
  useEffect(() => {
    if (asked === undefined) return
    const controller = new AbortController()
    const send = () =>
      load(app, asked.path, controller.signal).then(
        (page) => keep(page, asked),
        (error) => controller.signal.aborted || fail(error, asked),
      )
    const timer = setTimeout(send, hasAnswer && !asked.isNext ? searchDelay : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [app, asked, hasAnswer])

  const ask = (request: Request) => () => {
    setFailed(undefined)
    setAsked(request)
  }
  const isCurrent = list.path === path
  const update = (change: (files: readonly MediaFile[]) => readonly MediaFile[], hasLeft = false) =>
    setList(({ next, ...before }) => ({
      ...{ ...before, files: change(before.files) },
      next: next !== undefined && hasLeft ? oneEarlier(next) : next,
    }))
  return {
    files: list.files,
    isLoading: asked !== undefined,
    isCurrent,
    retry: failed && ask(failed),
    loadMore: isCurrent && list.next !== undefined ? ask({ path: list.next, isNext: true }) : undefined,
    add: (files) => update((before) => merge(files, before)),
    // What is hidden or shown leaves the list of the server. A file that comes twice then is merged.
    change: (file) => update((before) => before.map((one) => (one.id === file.id ? file : one)), true),
    remove: (file) => update((before) => before.filter(({ id }) => id !== file.id), true),
  }
}

/** Two lists as one, in which no file is twice. */
function merge(first: readonly MediaFile[], second: readonly MediaFile[]): MediaFile[] {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...second.filter(({ id }) => !ids.has(id))]
}

async function load({ api }: App, path: string, signal: AbortSignal): Promise<Omit<Loaded, 'path'>> {
  const document = await api.request<CollectionDocument>(path, { signal })
  return { files: filesOf(document.data), next: nextPath(document) }
}
