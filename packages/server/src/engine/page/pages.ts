import { createHash } from 'node:crypto'
import {
  type BootDocuments,
  type CollectionDocument,
  type PageBoot,
  type ResourceDocument,
  toWireJson,
} from '@parley/shared'
import { notFound } from '../../infrastructure/errors.ts'
import type {
  ClientFiles,
  ClientScript,
  Context,
  FinishedPage,
  PageRequest,
  PageService,
} from '../../points/context/context.ts'
import type { PageFacts } from '../../points/requests/page-facts.ts'
import type { Session } from '../../points/requests/session.ts'
import { iconAddress } from '../http/html/forum-mark.ts'
import { type Frame, frameOf } from '../http/html/frame.ts'
import { html } from '../http/html/html.ts'
import { stylesOf } from '../http/html/styles.ts'
import { viewBar } from '../http/html/view-bar.ts'
import { answer } from '../jsonapi/api.ts'
import { cacheTagsOf } from './cache-tags.ts'
import type { ClientBuild, PageBundle } from './client-build.ts'
import type { RenderedPage } from './client-module.ts'
import { answerRequests, type PageDocuments } from './page-documents.ts'
import { pageHead } from './page-head.ts'
import { pageEnd, pageStart } from './page-html.ts'
import type { RenderedBody } from './page-renderer.ts'

/** A page that the renderer is working on. */
interface PendingPage {
  rendered: Promise<RenderedBody>
  /** The status of its address: 404 where no screen has it. */
  status: number
  facts: PageFacts
  frame: Frame
  cacheTags: string[]
}

/** Renders the pages of one build of a forum. */
export class Pages implements PageService {
  readonly build: string
  readonly #build: ClientBuild
  /** Ids of the enabled extensions. */
  readonly #extensions: readonly string[]
  /** The scripts of extensions that run before the first paint. */
  readonly #early: readonly string[]
  readonly #scripts: ReadonlySet<string>
  #namesByLocale: Record<string, string> | undefined

  /** @param scripts names of the scripts that the extensions declare. */
  constructor(build: ClientBuild, extensions: readonly string[], scripts: ReadonlySet<string>) {
    this.#build = build
    this.#scripts = scripts
    this.#extensions = extensions
    this.#early = extensions.flatMap((id) => build.early?.[id] ?? [])
    const bundles = [build, ...Object.values(build.areas ?? {})]
    const files = bundles.flatMap(({ files }) => [files.script, ...files.styles])
    const parts = [...files, ...this.#early, ...extensions].join('\n')
    this.build = createHash('sha256').update(parts).digest('hex').slice(0, 12)
  }

  /** Whether a screen has this path below the base path. */
  has(path: string): Promise<boolean> {
    return this.#build.renderer.has(path)
  }

  get styles(): readonly string[] {
    return this.#build.files.styles
  }

  get files(): ClientFiles {
    const { files, late } = this.#build
    const shell = [files.script, files.early, ...this.#early, ...files.preloads, ...files.styles]
    return { shell, chunks: late?.chunks ?? [], texts: late?.texts ?? {} }
  }

  script(name: string): ClientScript {
    const script = this.#scripts.has(name) ? this.#build.scripts?.[name] : undefined
    if (script === undefined)
      throw new Error(`No enabled extension declares the script ${name}, or it is not built`)
    return script
  }

  /** Renders a page for the actor of `context`. */
  async render(context: Context, request: PageRequest): Promise<FinishedPage> {
    const { rendered, status: opened, facts, frame, cacheTags } = await this.#startRendering(context, request)
    const { page, bytes } = await rendered
    if (page.redirect !== undefined) {
      const location = context.forum.baseUrl + page.redirect
      return { status: page.status, location, html: Buffer.of(), cacheTags: [] }
    }
    const status = opened === 200 ? page.status : opened
    const start = request.area
      ? this.#startOfArea(context, page, frame, this.#bundleOf(request))
      : this.#start(context, { ...page, status }, frame, status === 200 ? facts : {})
    if (page.failure !== undefined) {
      context.forum.log.error({ failure: page.failure, url: request.url }, 'A page could not be rendered')
    }
    const end = pageEnd(viewBar(context))
    return { status, html: Buffer.concat([Buffer.from(start), bytes, Buffer.from(end)]), cacheTags }
  }

  /** Retains no documents: while many pages wait for the renderer, long-lived objects burden garbage collection. */
  async #startRendering(requestContext: Context, request: PageRequest): Promise<PendingPage> {
    const { renderer } = this.#bundleOf(request)
    const { url, session, isCached, form, smallPage, area } = request
    // The request cache of this context holds the rows of the documents, and ends with this call.
    const context = { ...requestContext, cache: new Map() }
    const frame = frameOf(context, area?.name)
    const data = await this.#bootData(context, url, session)
    const boot = toWireJson({
      ...frame.payload,
      ...data,
      ...(form && { form }),
      ...(smallPage && { smallPage }),
      ...(context.viewAs && { isView: true as const }),
      ...(area && { permissions: [...area.permissions] }),
    } satisfies PageBoot)
    const opened = await renderer.open(boot)
    const { documents, release } = await answerRequests(context, opened.requests, session)
    try {
      const facts = await factsOf(context, documents)
      const rendered = renderer.render(boot, toWireJson(bootDocumentsOf(documents))).finally(release)
      const cacheTags = isCached ? cacheTagsOf(documents, context) : []
      return { rendered, facts, frame, cacheTags, status: opened.status }
    } catch (error) {
      release()
      throw error
    }
  }

  #start(context: Context, page: RenderedPage, frame: Frame, facts: PageFacts): string {
    const { forum, locale } = context
    const { files } = this.#build
    return pageStart(page, {
      locale,
      files,
      early: [files.early, ...this.#early],
      head: pageHead(context, page, facts),
      rootPath: forum.rootPath,
      styles: stylesOf(forum),
      iconUrl: iconAddress(forum),
      frame,
      viewport: forum.points.viewport,
    })
  }

  #startOfArea({ forum, locale }: Context, page: RenderedPage, frame: Frame, { files }: PageBundle): string {
    return pageStart(page, {
      locale,
      files,
      early: [files.early, ...this.#early],
      head: html`<meta name="robots" content="noindex">\n`,
      rootPath: forum.rootPath,
      styles: files.styles,
      iconUrl: iconAddress(forum),
      frame,
      viewport: [],
    })
  }

  /** @throws 404 where the client has no bundle for the area. */
  #bundleOf({ area }: PageRequest): PageBundle {
    const bundle = area === undefined ? this.#build : this.#build.areas?.[area.name]
    if (!bundle) throw notFound()
    return bundle
  }

  #localeNames(codes: ReadonlySet<string>): Record<string, string> {
    this.#namesByLocale ??= Object.fromEntries([...codes].map((code) => [code, nameOf(code)]))
    return this.#namesByLocale
  }

  async #bootData(context: Context, url: string, session: Session | undefined): Promise<PageBoot> {
    const { forum, actor, locale, now } = context
    const { resource: type } = forum.points.forumFacts
    const { document } = await answer(context, { type, endpoint: 'show', id: '1', query: {} })
    const { data, included = [] } = document as {
      data: PageBoot['resources'][number]
      included?: PageBoot['resources']
    }
    return {
      locale,
      locales: this.#localeNames(forum.locales),
      resources: [data, ...included],
      session: { userId: actor.id, csrfToken: session?.csrfToken ?? '' },
      url,
      extensions: [...this.#extensions],
      build: this.build,
      now: now.toISOString(),
    }
  }
}

/** What the page tells about its main resource; empty where the main document is a list or an error. */
async function factsOf(context: Context, documents: PageDocuments): Promise<PageFacts> {
  const [main, ...others] = Object.values(documents) as (ResourceDocument | CollectionDocument)[]
  if (!main?.data || Array.isArray(main.data)) return {}
  const { pageFacts, pageDescriptions } = context.forum.points
  const document = main as ResourceDocument
  const facts = await pageFacts.get(main.data.type)?.describe({ main: document, others }, context)
  const described = pageDescriptions.get(main.data.type)?.values() ?? Iterator.from([])
  const description = described.map((describe) => describe(document, context)).find(Boolean)
  return { ...facts, ...(description !== undefined && { description }) }
}

/** The documents as boot data hold them: the first one is the page's main document. */
function bootDocumentsOf(documents: PageDocuments): BootDocuments {
  const [main, ...others] = Object.entries(documents)
  if (!main) return { documents: {} }
  const [apiRequest, apiDocument] = main
  return { documents: Object.fromEntries(others), apiRequest, apiDocument }
}

/** The name of a language in that language. */
function nameOf(locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
}
