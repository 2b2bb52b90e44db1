import { forumFactsOf, html, notFound, plainPage, type Route, stylesOf, translatorOf } from '@parley/server'
import type { WorkerValues } from '../shared.ts'

/** `GET /sw`: the service worker, which controls the pages below the path of the forum. */
export const workerRoute: Route = {
  method: 'GET',
  path: '/sw',
  isPublic: true,
  isAlwaysOpen: true,
  describes: {
    summary: 'Show the service worker',
    answers: { 200: { text: 'text/javascript' }, 304: 'empty', 404: 'error' },
  },
  run(_request, { forum }) {
    const { pages } = forum
    if (!pages) throw notFound()
    const { shell, chunks, texts } = pages.files
    const { logo } = forumFactsOf(forum)
    const values: WorkerValues = {
      build: pages.build,
      shell: [...shell, pages.script('pwa/offline').address],
      chunks,
      texts,
      others: [...stylesOf(forum).filter((file) => !shell.includes(file)), ...(logo ? [logo] : [])],
    }
    const text = `self.values = ${JSON.stringify(values)};\n${pages.script('pwa/worker').text}`
    return {
      status: 200,
      text,
      contentType: 'text/javascript; charset=utf-8',
      headers: { 'cache-control': 'no-cache' },
    }
  },
}

/** `GET /offline`: the page that the worker shows without a connection. It is the same for all visitors. */
export const offlineRoute: Route = {
  method: 'GET',
  path: '/offline',
  isPublic: true,
  isAlwaysOpen: true,
  describes: { summary: 'Show the page without a connection', answers: { 200: 'page' } },
  run(_request, context) {
    const t = translatorOf(context)
    const { rootPath, pages } = context.forum
    if (!pages) throw notFound()
    const body = html`<p>${t('pwa.views.offline.text')}</p>
<p><a class="Button Button--primary" href="">${t('pwa.views.offline.retry_button')}</a></p>
<script src="${rootPath}${pages.script('pwa/offline').address}" data-page="${rootPath}/offline"></script>`
    return {
      status: 200,
      html: plainPage(context, t('pwa.views.offline.header'), body),
      headers: { 'cache-control': 'no-cache' },
    }
  },
}
