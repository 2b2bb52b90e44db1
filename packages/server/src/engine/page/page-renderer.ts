import { inspect } from 'node:util'
import { type BootData, bootDocuments, toWireJson } from '@parley/shared'
import type { ClientModule, OpenedPage, RenderedPage } from './client-module.ts'
import { pageBody } from './page-html.ts'

/** Draws pages from documents of the API. Boot data are JSON, as the page holds them. */
export interface PageRenderer {
  /** Whether there is a screen at this path below the base path. */
  has(path: string): Promise<boolean>
  /** What the page of boot data without documents needs. */
  open(boot: string): Promise<Pick<OpenedPage, 'status' | 'requests'>>
  /** Draws the page of boot data that hold the answers to its requests. */
  draw(boot: string): Promise<RenderedBody>
}

export interface RenderedBody {
  page: RenderedPage & {
    /** Why an error page stands in the place of the page, with where it happened. */
    failure?: string
  }
  /** Everything from within `<body>` to the end, as UTF-8. */
  bytes: Uint8Array<ArrayBuffer>
}

/** The calls of a renderer with what each takes and gives. */
export interface RendererCalls {
  has(path: string): boolean
  open(boot: string): Pick<OpenedPage, 'status' | 'requests'>
  draw(boot: string): RenderedBody
}

const encoder = new TextEncoder()

/** What a renderer does with a client, wherever it runs. */
export function rendererCalls(client: ClientModule): RendererCalls {
  const openText = (boot: string) => {
    const data = JSON.parse(boot) as BootData
    return { data, opened: client.open(data.url, data) }
  }
  return {
    has: (path) => client.has(path),
    open(boot) {
      const { status, requests } = openText(boot).opened
      return { status, requests }
    },
    draw(boot) {
      const { data, opened } = openText(boot)
      const { html, failure, ...page } = opened.render(bootDocuments(data))
      if (failure === undefined) return { page, bytes: encoder.encode(pageBody(html, boot)) }
      const shown = toWireJson({ ...data, hasFailed: true } satisfies BootData)
      return { page: { ...page, failure: inspect(failure) }, bytes: encoder.encode(pageBody(html, shown)) }
    },
  }
}

/** A renderer in this thread: for a client that is not a file of its own. */
export function inlineRenderer(client: ClientModule): PageRenderer {
  const { has, open, draw } = rendererCalls(client)
  return {
    has: async (path) => has(path),
    open: async (boot) => open(boot),
    draw: async (boot) => draw(boot),
  }
}
