import type { Realtime, RealtimeMessage } from '../../base/realtime/realtime.ts'
import type { App } from '../../points/app.ts'
import { Line } from './line.ts'

/** What the tabs of a browser tell each other. */
type TabMessage =
  /** The tab with the connection asks what the others follow. */
  | { kind: 'ask' }
  /** What a tab follows; nothing when it is left. */
  | { kind: 'topics'; tab: string; topics: readonly string[]; ages: Readonly<Record<string, number>> }
  | { kind: 'message'; message: RealtimeMessage }

/** Milliseconds between two questions what the other tabs follow: some end without saying so. */
const askInterval = 300_000

/**
 * Connects this page for real time. The tabs of a browser share one connection: the first one has it, and passes the messages
 * on. When it is left, another one takes over. Browsers without locks have a connection per tab.
 */
export function startLine(app: App): void {
  let stop = connectTab(app)
  // A page that the browser keeps for the way back has no connection meanwhile.
  window.addEventListener('pagehide', () => stop())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    stop = connectTab(app)
    app.realtime.deliver({ event: 'refresh', data: null })
  })
}

/** @returns ends the connection of this tab. */
function connectTab({ forum, realtime, userId }: App): () => void {
  const name = `parley.realtime ${forum.baseUrl} ${userId ?? ''}`
  const tab = String(Math.random())
  const others = new Map<string, readonly string[]>()
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  const ending = new AbortController()
  let line: Line | undefined
  let last: string | undefined
  let asking: ReturnType<typeof setInterval> | undefined

  const tell = (message: TabMessage) => channel?.postMessage(message)
  const tellTopics = (topics = realtime.topics) =>
    tell({ kind: 'topics', tab, topics, ages: agesOf(realtime) })
  const follow = (ages: Readonly<Record<string, number>>) =>
    line?.follow([...new Set([...realtime.topics, ...[...others.values()].flat()])], ages)
  const handleTopics = () => {
    if (!line) return tellTopics()
    follow(agesOf(realtime))
    forgetAges(realtime)
  }
  const handleMessage = (message: RealtimeMessage) => {
    last = message.id ?? last
    if (message.event !== 'beat') realtime.deliver(message)
  }
  const ask = () => {
    others.clear()
    tell({ kind: 'ask' })
  }
  /** Another tab may have the connection then: the session of this one may have ended. */
  const end = () => {
    ending.abort()
    realtime.onTopics = undefined
    clearInterval(asking)
    line?.close()
    if (!line) tellTopics([])
    channel?.close()
  }
  const lead = () => {
    const onMessage = (message: RealtimeMessage) => {
      tell({ kind: 'message', message })
      handleMessage(message)
    }
    line = new Line({ url: addressOf(forum.basePath), userId, onMessage, onEnd: end }, last)
    asking = setInterval(ask, askInterval)
    handleTopics()
    ask()
  }
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'message') {
        // The tab that has the connection also heard what this one follows.
        forgetAges(realtime)
        handleMessage(data.message)
      } else if (data.kind === 'ask') tellTopics()
      else {
        others.set(data.tab, data.topics)
        follow(data.ages)
      }
    }
  }
  realtime.onTopics = handleTopics
  if (channel && 'locks' in navigator) {
    navigator.locks
      .request(name, { signal: ending.signal }, () => {
        lead()
        return new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()))
      })
      // Ended before it was this tab's turn.
      .catch(() => {})
    tellTopics()
  } else lead()

  return end
}

/**
 * How many milliseconds ago the page read what it shows of topics, those of which the server does not know that yet: what
 * happened since then is to be told.
 */
function agesOf({ followed }: Realtime): Record<string, number> {
  const ages: Record<string, number> = {}
  for (const { topic, readAt } of followed.values())
    if (readAt !== undefined) ages[topic] = Math.max(ages[topic] ?? 0, performance.now() - readAt)
  return ages
}

/** Takes note that the server knows them. */
function forgetAges({ followed }: Realtime): void {
  for (const each of followed.values()) each.readAt = undefined
}

/** The address of the WebSockets, at this page's host: that may be another one than the forum's own. */
function addressOf(basePath: string): string {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${basePath}/realtime`
}
