import { Forum } from '../features/frame/Frame.tsx'
import { replayClick } from '../features/frame/replay-click.ts'
import { smallPage } from '../features/frame/small-page.tsx'
import { listenForShortcuts } from '../features/keyboard/follow-keys.ts'
import { continuesLogIn } from '../features/session/after-log-in/after-log-in.ts'
import type { App } from '../points/app.ts'
import { assemble, createApp } from './app.ts'
import { type StartOptions, startBundle } from './start.tsx'

/** Hydrates the page of the forum that the server rendered. */
export function start(options: StartOptions): Promise<void> {
  return startBundle(options, assemble, createApp, Forum, handleHydrated, smallPage)
}

function handleHydrated(app: App): void {
  listenForShortcuts(app)
  if (app.boot.isView) void keepView(app)
  if (app.forum.realtime) void followForum(app)
  if (window.location.hash.startsWith('#external')) void finishLogIn(app)
  if (continuesLogIn()) void continueAfterLogIn(app)
  replayClick()
}

/** The page is complete without it, so its code is not part of the first view. */
async function followForum(app: App): Promise<void> {
  try {
    const { startLine } = await app.connection.load(() => import('../features/realtime/start-line.ts'))
    startLine(app)
  } catch {
    window.addEventListener('online', () => void followForum(app), { once: true })
  }
}

/** Only administrators view the forum as another, so its code is not part of the first view. */
async function keepView(app: App): Promise<void> {
  const code = await app.connection.load(() => import('../features/view-as/keep-view.ts'))
  code.keepView(app)
}

/** Few pages follow a log-in, so what goes on with them is not part of the first view. */
async function continueAfterLogIn(app: App): Promise<void> {
  const code = await app.connection.load(
    () => import('../features/session/after-log-in/continue-after-log-in.ts'),
  )
  code.continueAfterLogIn(app)
}

/** Few visits begin with a log-in at another site, so its code is not part of the first view. */
async function finishLogIn(app: App): Promise<void> {
  const load = () => import('../features/session/external-log-in/finish-external-log-in.ts')
  const { finishExternalLogIn } = await app.connection.load(load)
  finishExternalLogIn(app)
}
