import { defineExtension, html, notFound, plainPage } from '@parley/server'

/** The `clock.ts` in the folder `scripts` runs on a page that the extension writes itself: no inline script runs on pages of the forum. */
export default defineExtension({
  scripts: ['clock'],
  routes: [
    {
      method: 'GET',
      path: '/clock',
      isPublic: true,
      describes: { summary: 'Show the time', answers: { 200: 'page' } },
      run(_request, context) {
        const { pages, rootPath } = context.forum
        if (!pages) throw notFound()
        const { address } = pages.script('nominations/clock')
        const body = html`<p id="time"></p><script src="${rootPath}${address}"></script>`
        return { status: 200, html: plainPage(context, 'The time', body) }
      },
    },
  ],
})
