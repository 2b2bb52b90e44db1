import type { Browser, CDPSession, Page } from '@playwright/test'
import { largestDiscussion } from '../targets.ts'
import { atMost, type WebFigure } from './figure.ts'

/** One discussion of a hundred thousand posts. */
export const scrolledForum = { users: 2000, discussions: 1, posts: 100_000 }

/** Pixels that the line one reads may move by without the reader's doing. */
const greatestJump = 2
/** How many times as much memory the page may hold after two hundred chunks as after ten. */
const greatestGrowth = 1.5

const chunks = { early: 10, late: 200 }
/** Chunks read with the wheel between two jumps of the scrubber. */
const chunksPerJump = 10
/** Milliseconds that a chunk may take to come. */
const patience = 10_000
/** Pixels of one turn of the wheel; fewer than the margin in which posts are loaded. */
const turn = 240

/** Reads a discussion of 100,000 posts from top to bottom, with the wheel and by jumps of the scrubber. */
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
      // Every fifth time upwards: what is loaded above must not push down what one reads.
      await reader.read(chunksPerJump, jump % 5 === 0 ? 'up' : 'down')
    }
    await reader.jumpTo(lastPostNumber)
    await reader.read(chunksPerJump, 'up')
    const late = await heapOf(reader.session)
    return [
      { name: 'chunks of posts loaded', value: String(reader.loaded()) },
      atMost('greatest jump of the line one reads', await reader.greatestJump(), greatestJump, 'px'),
      { name: `JS heap after ${chunks.early} chunks`, value: megabytes(early.bytes) },
      { name: `JS heap after ${chunks.late} chunks`, value: megabytes(late.bytes) },
      atMost('growth of the JS heap', late.bytes / early.bytes, greatestGrowth, 'times'),
      { name: 'DOM nodes at both times', value: `${early.nodes} and ${late.nodes}` },
    ]
  } finally {
    await page.close()
  }
}

interface Reader {
  session: CDPSession
  /** How many answers with posts came. */
  loaded(): number
  /** Turns the wheel until so many more chunks were loaded. */
  read(count: number, direction: 'up' | 'down'): Promise<void>
  /** Clicks on the line of the scrubber. */
  jumpTo(number: number): Promise<void>
  greatestJump(): Promise<number>
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
      const wanted = loaded + count
      const giveUpAt = performance.now() + patience * count
      const pixels = direction === 'up' ? -turn : turn
      await page.evaluate('readLine.start()')
      while (loaded < wanted) {
        if (await page.evaluate<boolean>(`readLine.canTurn(${pixels})`)) await turnWheel(pixels)
        else await page.waitForTimeout(20)
        if (performance.now() > giveUpAt) throw new Error(`Nothing more loads ${direction}wards.`)
      }
      await page.evaluate('readLine.isOn = false')
    },
    async jumpTo(number) {
      const slider = page.getByRole('slider')
      const last = Number(await slider.getAttribute('aria-valuemax'))
      const box = await slider.boundingBox()
      if (box === null) throw new Error('The scrubber is not to be seen.')
      // The handle, 44 pixels high, is centred under the pointer.
      const y = box.y + 22 + ((number - 1) / (last - 1)) * (box.height - 44)
      const answer = page.waitForResponse((response) => response.url().includes('/api/posts'))
      await page.mouse.click(box.x + 4, y)
      await answer
      await page.locator('.PostStream:not([aria-busy])').waitFor()
      await page.evaluate('readLine.follow()')
      await page.mouse.move(400, 500)
    },
    greatestJump: () => page.evaluate<number>('readLine.greatest'),
  }
}

/**
 * Looks at every frame where the topmost post on the screen lies. It may move by as much as the wheel was turned and
 * the page has not followed yet; whatever else it moves by is a jump.
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
