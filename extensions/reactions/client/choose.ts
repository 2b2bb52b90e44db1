import { type App, alertOnError, openLogIn, type PostProps } from '@parley/client'
import { asksToLogIn } from './abilities.ts'

/** Chooses a type for a post, or takes the reader's reaction back with null. Guests who may not react log in first. */
export async function choose(app: App, post: PostProps['post'], typeId: number | null): Promise<void> {
  if (asksToLogIn(app)) return openLogIn(app)
  await alertOnError(app, async () => {
    const load = () => Promise.all([import('./react.ts'), import('./focus.ts')])
    const [{ react }, { focusReaction }] = await app.connection.load(load)
    void react(app, post.id, typeId)
    focusReaction(post, typeId)
  })
}
