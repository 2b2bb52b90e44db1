import { renderPosts } from '../../features/posts/rendering/render-posts.ts'
import { type Command, UsageError } from '../command.ts'
import { stopSignal, withForum } from '../open-forum.ts'
import { formatCount, formatProgress } from '../terminal.ts'

const shownFailures = 20

/** `parley render`: renders posts again whose HTML is out of date. */
export const renderCommand: Command = {
  name: 'render',
  summary: 'render posts again after a change of the markup',
  usage: '--all [--force]',
  details: [
    'Renders every post whose stored HTML was made by another version of the markup or with other extensions. The forum may run meanwhile: it renders such posts for each reader until this is done. Stopped, it goes on where it was when it is called again.',
  ],
  options: { all: { type: 'boolean' }, force: { type: 'boolean' } },
  optionHelp: [
    ['--all', 'all posts that are out of date'],
    ['--force', 'and those that are not'],
  ],
  arguments: 0,
  async run(input) {
    const { options, terminal } = input
    if (options.all !== true) throw new UsageError('Say --all to render every post that is out of date.')
    const stop = stopSignal()
    return withForum(input, async (forum) => {
      const startedAt = performance.now()
      const { rendered, failed } = await renderPosts(forum.current, {
        force: options.force === true,
        signal: stop,
        progress: (done, total) => terminal.progress.update(formatProgress(done, total, 'posts', startedAt)),
      })
      terminal.print(`${formatCount(rendered)} posts rendered.`)
      if (failed.length > 0) {
        const ids = failed.slice(0, shownFailures).join(', ')
        const more = failed.length > shownFailures ? ' and others' : ''
        terminal.note(`${formatCount(failed.length)} cannot be rendered: ${ids}${more}. The log says why.`)
      }
      if (stop.aborted) terminal.note('Stopped before all posts were seen; call it again to go on.')
      return stop.aborted || failed.length > 0 ? 1 : 0
    })
  },
}
