import { inspect } from 'node:util'
import { type BootData, bootDocuments, toWireJson } from '@parley/shared'
import type { ClientModule, OpenedPage, RenderedPage } from './client-module.ts'
import { pageBody } from './page-html.ts'

/** Renders pages from documents of the API. Boot data are the JSON that the page embeds. */
export interface PageRenderer {
  /** Whether a screen has this path below the base path. */
  has(path: string): Promise<boolean>
  /** Returns the status and API requests of a page. `boot` holds no documents yet. */
  open(boot: string): Promise<Pick<OpenedPage, 'status' | 'requests'>>
  /** Renders a page. `boot` holds the answers to its requests. */
  render(boot: string): Promise<RenderedBody>
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
  render(boot: string): RenderedBody
}

const encoder = new TextEncoder()

/** Implements the calls of a renderer for a client. */
export function rendererCalls(client: ClientModule): RendererCalls {
  const parseAndOpen = (boot: string) => {
    const data = JSON.parse(boot) as BootData
    return { data, opened: client.open(data.url, data) }
  }
  return {
    has: (path) => client.has(path),
    open(boot) {
      const { status, requests } = parseAndOpen(boot).opened
      return { status, requests }
    },
    render(boot) {
      const { data, opened } = parseAndOpen(boot)
      const { html, failure, ...page } = opened.render(bootDocuments(data))
      if (failure === undefined) return { page, bytes: encoder.encode(pageBody(html, boot)) }
      const failedBoot = toWireJson({ ...data, hasFailed: true } satisfies BootData)
      return {
        page: { ...page, failure: inspect(failure) },
        bytes: encoder.encode(pageBody(html, failedBoot)),
      }
    },
  }
}

/** A renderer in this thread, for a client that no file holds. */
export function inlineRenderer(client: ClientModule): PageRenderer {
  const { has, open, render } = rendererCalls(client)
  return {
    has: async (path) => has(path),
    open: async (boot) => open(boot),
    render: async (boot) => render(boot),
  }
}
