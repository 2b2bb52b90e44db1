import { renderPosts } from '../../features/posts/rendering/render-posts.ts'
import { type Command, UsageError } from '../command.ts'
import { withProgress } from '../open-forum.ts'
import { formatCount } from '../terminal.ts'

const maximumShownFailures = 20

/** `parley render`: renders outdated posts again. */
export const renderCommand: Command = {
  name: 'render',
  summary: 're-render posts that another markup version or other extensions rendered',
  usage: '--all [--force]',
  details: [
    'Re-renders every post whose stored HTML was made by another version of the markup or with other extensions. The forum may run at the same time: until this is done, it renders such posts for each reader. After a stop, the next run continues.',
  ],
  options: { all: { type: 'boolean' }, force: { type: 'boolean' } },
  optionHelp: [
    ['--all', 'render all outdated posts'],
    ['--force', 'render the others, too'],
  ],
  arguments: 0,
  async run(input) {
    const { options, terminal } = input
    if (options.all !== true) throw new UsageError('Add --all to render all outdated posts.')
    return withProgress(input, 'posts', async (forum, { signal, progress }) => {
      const force = options.force === true
      const { rendered, failed } = await renderPosts(forum.current, { force, signal, progress })
      terminal.print(`${formatCount(rendered)} posts rendered.`)
      if (failed.length > 0) {
        const ids = failed.slice(0, maximumShownFailures).join(', ')
        const more = failed.length > maximumShownFailures ? ' and others' : ''
        terminal.note(
          `${formatCount(failed.length)} cannot be rendered: ${ids}${more}. The log has the reasons.`,
        )
      }
      if (signal.aborted) terminal.note('Stopped before all posts were checked; run it again to continue.')
      return signal.aborted || failed.length > 0 ? 1 : 0
    })
  },
}
