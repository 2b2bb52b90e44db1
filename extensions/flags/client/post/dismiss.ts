import {
  ApiError,
  type App,
  discussionPath,
  loadDocument,
  type StoreRecord,
  saveResource,
} from '@parley/client'
import { delayWrite } from '@parley/client/late'
import { currentPost, setCurrentPost } from '../current-post.ts'
import { flagQueueOf, postIdOf } from '../queue.ts'

type Post = StoreRecord<'posts'>

/** Dismisses the flags of a post, at once on screen, and goes on to the next post. Offers to undo that, and then sends it. */
export function dismissFlags(app: App, post: Post): void {
  dealWith(app, post, {
    done: 'flags.forum.post.dismissed_message',
    send: () => sendDismissal(app, post),
  })
}

/** Hides a post and dismisses its flags, in the same way. */
export function hideFlagged(app: App, post: Post): void {
  const hidden = {
    attributes: { isHidden: true, hiddenAt: app.clock.read().toISOString() } as const,
    relationships: { hiddenUser: { type: 'users', id: app.userId ?? '' } },
  }
  const restore = app.store.change('posts', post.id, hidden)
  dealWith(app, post, {
    done: 'flags.forum.post.hidden_message',
    undo: restore,
    send: async () => {
      // Both outlive the page, which may be left before the first answer.
      const hiding = saveResource(app, post, { attributes: { isHidden: true } }, { optimistic: {} })
      await Promise.all([hiding, sendDismissal(app, post)])
      const discussion = app.store.related(post, 'discussion', 'discussions')
      if (discussion) await loadDocument(app, `/discussions/${discussion.id}?include=lastPostedUser`)
    },
  })
}

interface Dealing {
  /** Locale key of what was done, with the number of flags as `count`. */
  done: string
  send: () => Promise<unknown>
  undo?: () => void
}

function dealWith(app: App, post: Post, { done, send, undo }: Dealing): void {
  const queue = flagQueueOf(app)
  const goOn = nextStep(app, post)
  const count = app.store.relatedMany(post, 'flags', 'flags').length
  const restoreCount = takeFromCount(app)
  queue.setPending(post.id, true)
  const takeBack = () => {
    queue.setPending(post.id, false)
    restoreCount()
    undo?.()
  }
  delayWrite(app, {
    done: app.t(done, { count }),
    undo: takeBack,
    send: async () => {
      try {
        await send()
      } catch (error) {
        if (isGone(error)) dropFlags(app, post)
        else takeBack()
        app.alerts.showError(error)
      }
    },
  })
  goOn()
}

/** The same for the post to which the list has led. */
export function dismissCurrent(app: App): void {
  const post = currentPost(app)
  if (post && !flagQueueOf(app).state.pending.has(post.id)) dismissFlags(app, post)
}

/** Dismisses the flags of a post without an undo: see `FlagQueue` in the contract. */
export async function dismissNow(app: App, post: Post): Promise<boolean> {
  const goOn = nextStep(app, post)
  try {
    await sendDismissal(app, post)
  } catch (error) {
    if (isGone(error)) dropFlags(app, post)
    app.alerts.showError(error)
    return false
  }
  takeFromCount(app)
  goOn()
  return true
}

async function sendDismissal(app: App, post: Post): Promise<void> {
  await app.api.request(`/posts/${post.id}/flags`, { method: 'DELETE', keepalive: true })
  dropFlags(app, post)
}

/** Whether another moderator has deleted the post meanwhile, or moved it out of sight: its flags are gone with it. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Takes the flags of a post off the screen and the list. */
function dropFlags(app: App, post: Post): void {
  const { store } = app
  for (const flag of store.all('flags')) if (postIdOf(flag) === post.id) store.remove(flag)
  store.change('posts', post.id, { relationships: { flags: [] } })
  flagQueueOf(app).setPending(post.id, false)
}

function takeFromCount({ store, forum }: App): () => void {
  const { flagCount = 0 } = store.get('forums', forum.id) ?? forum
  return store.change('forums', forum.id, { attributes: { flagCount: Math.max(0, flagCount - 1) } })
}

/** Returns what opens the next post of the list, if the list has led to this one. After the last comes the first. */
function nextStep(app: App, { id: postId }: Post): () => void {
  if (currentPost(app)?.id !== postId) return () => {}
  const { ids = [], pending } = flagQueueOf(app).state
  const posts = ids.flatMap((id) => {
    const flag = app.store.get('flags', id)
    return (flag && app.store.related(flag, 'post', 'posts')) ?? []
  })
  const place = posts.findIndex(({ id }) => id === postId)
  const others = [...posts.slice(place + 1), ...posts.slice(0, Math.max(0, place))]
  const next = others.find(({ id }) => id !== postId && !pending.has(id))
  const discussion = next && app.store.related(next, 'discussion', 'discussions')
  return () => {
    if (!next || !discussion) return
    setCurrentPost(app, next.id)
    void app.router.navigate(discussionPath(discussion, next.number))
  }
}
