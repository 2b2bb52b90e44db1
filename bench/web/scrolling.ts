import type { Browser, CDPSession, Page } from '@playwright/test'
import { largestDiscussion } from '../targets.ts'
import { atMost, type WebFigure } from './figure.ts'

/** One discussion of a hundred thousand posts. */
export const scrolledForum = { users: 2000, discussions: 1, posts: 100_000 }

/** Pixels by which the visible text may move without user input. */
const maxJump = 2
/** Allowed growth factor of the heap from ten to two hundred chunks. */
const maxGrowth = 1.5

const chunks = { early: 10, late: 200 }
/** Chunks read with the wheel between two jumps of the scrubber. */
const chunksPerJump = 10
/** Milliseconds to wait for a chunk. */
const chunkTimeoutMs = 10_000
/** Pixels of one step of the wheel; less than the margin in which posts are loaded. */
const wheelPixels = 240

/** Scrolls through a discussion of 100,000 posts from top to bottom, with the wheel and the scrubber. */
export async function measureScrolling(browser: Browser, url: string): Promise<WebFigure[]> {
  const { slug, lastPostNumber } = await largestDiscussion(url)
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  try {
    const reader = await openReader(page, `${url}/d/${slug}`)
    await reader.read(chunks.early, 'down')
    const early = await heapOf(reader.session)
    const jumps = (chunks.late - chunks.early) / chunksPerJump - 1
    for (let jump = 1; jump <= jumps; jump += 1) {
      await reader.jumpTo(Math.round((jump * lastPostNumber) / (jumps + 1)))
      // Every fifth time upwards: posts loaded above must not move the visible text.
      await reader.read(chunksPerJump, jump % 5 === 0 ? 'up' : 'down')
    }
    await reader.jumpTo(lastPostNumber)
    await reader.read(chunksPerJump, 'up')
    const late = await heapOf(reader.session)
    return [
      { name: 'chunks of posts loaded', value: String(reader.loaded()) },
      atMost('greatest jump of the visible text', await reader.maxJump(), maxJump, 'px'),
      { name: `JS heap after ${chunks.early} chunks`, value: megabytes(early.bytes) },
      { name: `JS heap after ${chunks.late} chunks`, value: megabytes(late.bytes) },
      atMost('growth of the JS heap', late.bytes / early.bytes, maxGrowth, 'times'),
      { name: 'DOM nodes at both times', value: `${early.nodes} and ${late.nodes}` },
    ]
  } finally {
    await page.close()
  }
}

interface Reader {
  session: CDPSession
  /** Number of responses with posts. */
  loaded(): number
  /** Turns the wheel until `count` more chunks are loaded. */
  read(count: number, direction: 'up' | 'down'): Promise<void>
  /** Clicks on the scrubber at a post's position. */
  jumpTo(number: number): Promise<void>
  maxJump(): Promise<number>
}

async function openReader(page: Page, address: string): Promise<Reader> {
  let loaded = 0
  page.on('response', (response) => {
    if (response.url().includes('/api/posts')) loaded += 1
  })
  await page.addInitScript(watchPosts)
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.mouse.move(400, 500)
  const session = await page.context().newCDPSession(page)
  const turnWheel = async (pixels: number) => {
    await page.evaluate(`readLine.turned += ${pixels}`)
    await page.mouse.wheel(0, pixels)
    await page.evaluate('readLine.follow()')
  }
  return {
    session,
    loaded: () => loaded,
    async read(count, direction) {
      const target = loaded + count
      const deadline = performance.now() + chunkTimeoutMs * count
      const pixels = direction === 'up' ? -wheelPixels : wheelPixels
      await page.evaluate('readLine.start()')
      while (loaded < target) {
        if (await page.evaluate<boolean>(`readLine.canTurn(${pixels})`)) await turnWheel(pixels)
        else await page.waitForTimeout(20)
        if (performance.now() > deadline) throw new Error(`Nothing more loads ${direction}wards.`)
      }
      await page.evaluate('readLine.isOn = false')
    },
    async jumpTo(number) {
      const slider = page.getByRole('slider')
      const last = Number(await slider.getAttribute('aria-valuemax'))
      const box = await slider.boundingBox()
      if (box === null) throw new Error('The scrubber is not visible.')
      // The handle, 44 pixels high, is centred under the pointer.
      const y = box.y + 22 + ((number - 1) / (last - 1)) * (box.height - 44)
      const answer = page.waitForResponse((response) => response.url().includes('/api/posts'))
      await page.mouse.click(box.x + 4, y)
      await answer
      await page.locator('.PostStream:not([aria-busy])').waitFor()
      await page.evaluate('readLine.follow()')
      await page.mouse.move(400, 500)
    },
    maxJump: () => page.evaluate<number>('readLine.greatest'),
  }
}

/**
 * Compares the position of the topmost visible post in every frame. It may move by the pending wheel movement; any
 * other movement is a jump.
 */
const watchPosts = `
  globalThis.readLine = {
    greatest: 0,
    turned: 0,
    isOn: false,
    start() {
      this.isOn = true
      this.turned = 0
      this.places = this.look()
    },
    look() {
      const places = new Map()
      for (const post of document.querySelectorAll('.PostStream [data-number]')) {
        const { top, bottom } = post.getBoundingClientRect()
        if (bottom > 56 && top < innerHeight) places.set(post.dataset.number, top)
      }
      return places
    },
    note(jump) {
      this.greatest = Math.max(this.greatest, Math.abs(jump))
    },
    compare() {
      const now = this.look()
      const post = [...now.keys()].find((number) => this.places.has(number))
      if (post !== undefined) {
        const moved = this.places.get(post) - now.get(post)
        const followed = this.turned < 0 ? Math.min(0, Math.max(this.turned, moved)) : Math.max(0, Math.min(this.turned, moved))
        this.note(moved - followed)
        this.turned -= followed
      }
      this.places = now
    },
    async follow() {
      for (let frame = 0; frame < 30 && (frame < 2 || Math.abs(this.turned) > 0.5); frame += 1) await this.frame()
      this.note(this.turned)
      this.turned = 0
    },
    frame: () => new Promise(requestAnimationFrame),
    canTurn(pixels) {
      const room = pixels < 0 ? scrollY : document.documentElement.scrollHeight - innerHeight - scrollY
      return room >= Math.abs(pixels)
    },
  }
  const watch = () => {
    if (readLine.isOn) readLine.compare()
    requestAnimationFrame(watch)
  }
  requestAnimationFrame(watch)
`

async function heapOf(session: CDPSession): Promise<{ bytes: number; nodes: number }> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { bytes: usedSize, nodes }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
