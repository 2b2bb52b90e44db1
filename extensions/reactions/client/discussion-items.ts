import { type App, PostActions, PostFooter, type PostProps, PostReaderControls } from '@parley/client'
import { asksToLogIn } from './abilities.ts'
import { ReactButton } from './ReactButton.tsx'
import { Reactions } from './Reactions.tsx'
import { ReactorsControl } from './who/ReactorsControl.tsx'

const isShown = ({ post }: PostProps) => post.reactionCounts !== undefined && !post.isHidden

/** The button is gone once the reader has reacted: the own reaction takes its place. */
const canChoose = ({ post }: PostProps, app: App) =>
  isShown({ post }) && (asksToLogIn(app) || (post.canReact === true && post.userReactionIdentifier === null))

export default [
  PostFooter.add('reactions', Reactions, { when: isShown }),
  PostActions.add('react', ReactButton, { priority: 5, when: canChoose }),
  PostReaderControls.add('reactors', ReactorsControl, { when: isShown }),
]
