import type { Locator, Page, Response } from '@playwright/test'
import { Menu } from './menu.ts'
import { hasSheet, isNarrow } from './narrow.ts'
import { topOf } from './top-of.ts'

/** A discussion with its posts. */
export class DiscussionPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** @param id with or without the slug. @param number of the post to begin at. */
  async goto(id: number | string, number?: number): Promise<void> {
    await this.#page.goto(number === undefined ? `/d/${id}` : `/d/${id}/${number}`)
  }

  get title(): Locator {
    return this.#page.getByRole('heading', { level: 1 })
  }

  get posts(): Locator {
    return this.#page.getByRole('feed', { name: 'Posts' })
  }

  /** A post by number; event posts and hidden posts have one, too. */
  post(number: number): Locator {
    return this.posts.locator(`article[data-number="${number}"]`)
  }

  /** A post by its text. */
  postSaying(text: string): Locator {
    return this.posts.getByRole('article').filter({ hasText: text })
  }

  /** Pixels between the window's upper edge and a post. */
  topOf(number: number): Promise<number> {
    return topOf(this.post(number))
  }

  /** Number of the first or last loaded post. */
  loadedNumber(which: 'first' | 'last'): Promise<number> {
    return this.posts
      .locator('[data-number]')
      [which]()
      .evaluate((post) => Number(post.getAttribute('data-number')))
  }

  /** Scrolls to the first or last loaded post and waits for more posts. Returns how far the post has moved, in pixels. */
  scrollToLoaded(end: 'start' | 'end'): Promise<number> {
    return this.#page.evaluate(async (end) => {
      const posts = [...document.querySelectorAll('.PostStream [data-number]')]
      const post = end === 'end' ? posts.at(-1) : posts[0]
      const number = post?.getAttribute('data-number')
      post?.scrollIntoView({ block: 'start', behavior: 'instant' })
      // One pixel more, so that the page detects the direction.
      scrollBy({ top: end === 'end' ? 1 : -1, behavior: 'instant' })
      const top = () => document.querySelector(`[data-number="${number}"]`)?.getBoundingClientRect().top ?? 0
      const before = top()
      const isLoading = () => document.querySelector('.PostStream[aria-busy]') !== null
      for (let frame = 0; frame < 60 && (frame < 5 || isLoading()); frame += 1) {
        await new Promise(requestAnimationFrame)
      }
      return top() - before
    }, end)
  }

  postMenu(post: Locator): Menu {
    return new Menu(this.#page, post.getByRole('button', { name: 'Actions for this post', exact: true }))
  }

  /** The link to a post of the discussion, in the text or on its number. */
  permalink(post: Locator, number: number): Locator {
    return post.locator(`a[href$="/${number}"]`)
  }

  /** The menu of the discussion: beside the posts, on phones below its title in the header. */
  get controls(): Menu {
    const button = isNarrow(this.#page)
      ? this.#page.getByRole('banner').getByRole('button').and(this.#page.locator('[aria-haspopup="menu"]'))
      : this.#page
          .getByRole('complementary', { name: 'About this discussion' })
          .getByRole('button', { name: 'Actions', exact: true })
    return new Menu(this.#page, button)
  }

  /** The link that opens the composer for a reply. */
  get replyLink(): Locator {
    return this.#replyPlace.getByRole('link', { name: 'Reply', exact: true })
  }

  get #replyPlace(): Locator {
    return isNarrow(this.#page)
      ? this.#page.getByRole('banner')
      : this.#page.getByRole('complementary', { name: 'About this discussion' })
  }

  /** The guests' link in place of the reply link. */
  get logInToReply(): Locator {
    return this.#page.getByRole('link', { name: 'Log in to reply', exact: true }).first()
  }

  /** The disabled button in place of the reply link; its label says why, or its tooltip does. */
  get refusedReply(): Locator {
    return this.#replyPlace.locator('.Button[aria-disabled="true"]')
  }

  /** The line at the top of a discussion, and in place of the reply box, that says why the viewer cannot reply. */
  refusals(reason: string): Locator {
    return this.#page.getByRole('main').locator('.StateNote').filter({ hasText: reason })
  }

  /** The line at the top of a hidden discussion. */
  get hiddenNote(): Locator {
    return this.#page.locator('.DiscussionHero .StateNote').filter({ hasText: 'Hidden by' })
  }

  /** The scrubber; on phones and tablets it is inside the sheet that `openScrubber` opens. */
  get scrubber(): Locator {
    return this.#page.getByRole('slider', { name: 'Position in the discussion' }).filter({ visible: true })
  }

  /** On phones and tablets: the button that shows the position in the discussion. */
  get positionButton(): Locator {
    return this.#page.getByRole('button', { name: /^#\d[\d,]* of [\d,]+$/ })
  }

  /** The bar that shows while the heading is out of sight; not on phones. */
  get bar(): Locator {
    return this.#page.getByRole('region', { name: 'Reading bar' })
  }

  /** After a jump, the button that leads back. */
  get backButton(): Locator {
    return this.#page.getByRole('button', { name: /^Back to #\d/ }).filter({ visible: true })
  }

  /** The scrubber's field for a number or a date. */
  get goToField(): Locator {
    return this.#page.getByRole('textbox', { name: 'Go to a number or date' }).filter({ visible: true })
  }

  /** The marks of the viewer's posts on the scrubber. */
  get ownMarks(): Locator {
    return this.#page.locator('.Scrubber-mark').filter({ visible: true })
  }

  /** The line before the first unread post. */
  get newPostsLine(): Locator {
    return this.posts.getByText(/^\d+ new posts?$/)
  }

  /** The button that retries a failed load. */
  get loadAgain(): Locator {
    return this.#page.getByRole('main').getByRole('button', { name: 'Load more', exact: true })
  }

  get originalPostLink(): Locator {
    return this.#page.getByRole('link', { name: 'First post', exact: true }).filter({ visible: true })
  }

  get nowLink(): Locator {
    return this.#page.getByRole('link', { name: /^Latest/ }).filter({ visible: true })
  }

  /** Makes the scrubber visible. */
  async openScrubber(): Promise<void> {
    if (hasSheet(this.#page)) {
      // The focus brings the button back, which gives way while one scrolls on.
      await this.positionButton.focus()
      await this.positionButton.click()
    }
    await this.scrubber.waitFor()
  }

  /** Resolves when the server has deleted a post. Call it before the deletion, which the page shows optimistically. */
  whenPostDeleted(): Promise<Response> {
    return this.#page.waitForResponse(
      (response) => /\/api\/posts\/\d+/.test(response.url()) && response.status() === 204,
    )
  }

  /** Resolves when the page has sent the last read post number. Call it before opening the page. */
  whenRead(): Promise<Response> {
    return this.#page.waitForResponse(
      (response) =>
        /\/api\/discussions\/\d+/.test(response.url()) &&
        /lastReadPostNumber|lateReadNumbers/.test(response.request().postData() ?? ''),
    )
  }
}
