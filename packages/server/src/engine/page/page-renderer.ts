import { inspect } from 'node:util'
import { type BootDocuments, bootDocuments, type PageBoot, toWireJson } from '@parley/shared'
import { BoundedMap } from '../../infrastructure/db/bounded-map.ts'
import type { ClientModule, OpenedPage, RenderedPage } from './client-module.ts'
import { pageBody } from './page-html.ts'

/** Renders pages from documents of the API. `boot` is the JSON of `PageBoot`, as the page embeds it. */
export interface PageRenderer {
  /** Whether a screen has this path below the base path. */
  has(path: string): Promise<boolean>
  /** Returns the status and API requests of a page. */
  open(boot: string): Promise<Pick<OpenedPage, 'status' | 'requests'>>
  /** Renders a page. `documents` is the JSON of `BootDocuments`: the answers to its requests. */
  render(boot: string, documents: string): Promise<RenderedBody>
}

export interface RenderedBody {
  page: RenderedPage & {
    /** The error that an error page replaces the page for, with its stack. */
    failure?: string
  }
  /** The contents of the body, as UTF-8. */
  bytes: Uint8Array<ArrayBuffer>
}

/** The calls of a renderer, with parameters and results. */
export interface RendererCalls {
  has(path: string): boolean
  open(boot: string): Pick<OpenedPage, 'status' | 'requests'>
  render(boot: string, documents: string): RenderedBody
}

const encoder = new TextEncoder()

/** Number of opened pages that are kept until they are rendered. */
const maximumOpened = 64

interface ParsedPage {
  data: PageBoot
  opened: OpenedPage
}

/** Implements the calls of a renderer for a client. */
export function rendererCalls(client: ClientModule): RendererCalls {
  const openedPages = new BoundedMap<string, ParsedPage>(maximumOpened)
  const parseAndOpen = (boot: string): ParsedPage => {
    const data = JSON.parse(boot) as PageBoot
    return { data, opened: client.open(data.url, data) }
  }
  /** The page that `open` has opened, or another one for the same boot data: a page is rendered once. */
  const takeOpened = (boot: string): ParsedPage => {
    const page = openedPages.get(boot)
    openedPages.delete(boot)
    return page ?? parseAndOpen(boot)
  }
  return {
    has: (path) => client.has(path),
    open(boot) {
      const page = parseAndOpen(boot)
      openedPages.set(boot, page)
      const { status, requests } = page.opened
      return { status, requests }
    },
    render(boot, documents) {
      const { data, opened } = takeOpened(boot)
      const answers = bootDocuments(JSON.parse(documents) as BootDocuments)
      const { html, failure, ...page } = opened.render(answers)
      const bytesWith = (start: string) => encoder.encode(pageBody(html, mergeJson(start, documents)))
      if (failure === undefined) return { page, bytes: bytesWith(boot) }
      const failedBoot = toWireJson({ ...data, hasFailed: true } satisfies PageBoot)
      return { page: { ...page, failure: inspect(failure) }, bytes: bytesWith(failedBoot) }
    },
  }
}

/** Merges two objects without common keys, neither of them empty, as JSON. */
function mergeJson(one: string, other: string): string {
  return `${one.slice(0, -1)},${other.slice(1)}`
}

/** A renderer in this thread, for a client that no file holds. */
export function inlineRenderer(client: ClientModule): PageRenderer {
  const { has, open, render } = rendererCalls(client)
  return {
    has: async (path) => has(path),
    open: async (boot) => open(boot),
    render: async (boot, documents) => render(boot, documents),
  }
}
