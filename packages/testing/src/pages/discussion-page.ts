import type { Locator, Page, Response } from '@playwright/test'
import { Menu } from './menu.ts'
import { isNarrow } from './narrow.ts'
import { topOf } from './top-of.ts'

/** A discussion with its posts. */
export class DiscussionPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** @param id with or without the slug; `number` is the post to begin at. */
  async goto(id: number | string, number?: number): Promise<void> {
    await this.#page.goto(number === undefined ? `/d/${id}` : `/d/${id}/${number}`)
  }

  get title(): Locator {
    return this.#page.getByRole('heading', { level: 1 })
  }

  get posts(): Locator {
    return this.#page.getByRole('feed', { name: 'Posts' })
  }

  /** By number, also an event or a post that is hidden. */
  post(number: number): Locator {
    return this.posts.locator(`article[data-number="${number}"]`)
  }

  /** A post by what it says. */
  postSaying(text: string): Locator {
    return this.posts.getByRole('article').filter({ hasText: text })
  }

  /** Pixels between the window's upper edge and a post. */
  topOf(number: number): Promise<number> {
    return topOf(this.post(number))
  }

  /** Number of the first or last post that is loaded. */
  loadedNumber(which: 'first' | 'last'): Promise<number> {
    return this.posts
      .locator('[data-number]')
      [which]()
      .evaluate((post) => Number(post.getAttribute('data-number')))
  }

  /** Scrolls to an end of what is loaded and waits for what comes; answers how far what one reads has moved. */
  scrollToLoaded(end: 'start' | 'end'): Promise<number> {
    return this.#page.evaluate(async (end) => {
      const posts = [...document.querySelectorAll('.PostStream [data-number]')]
      const post = end === 'end' ? posts.at(-1) : posts[0]
      const number = post?.getAttribute('data-number')
      post?.scrollIntoView({ block: 'start', behavior: 'instant' })
      // A step of the reader's own, so that the direction shows.
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

  /** The menu of the discussion: beside the posts, on phones under its title in the header. */
  get controls(): Menu {
    const button = isNarrow(this.#page)
      ? this.#page.getByRole('banner').getByRole('button').and(this.#page.locator('[aria-haspopup="menu"]'))
      : this.#page
          .getByRole('complementary', { name: 'About this discussion' })
          .getByRole('button', { name: 'Controls', exact: true })
    return new Menu(this.#page, button)
  }

  /** What opens the composer for a reply. */
  get replyLink(): Locator {
    const place = isNarrow(this.#page)
      ? this.#page.getByRole('banner')
      : this.#page.getByRole('complementary', { name: 'About this discussion' })
    return place.getByRole('link', { name: 'Reply', exact: true })
  }

  /** What guests have in the place of the reply link. */
  get logInToReply(): Locator {
    return this.#page.getByRole('link', { name: 'Log in to reply', exact: true }).first()
  }

  get cannotReply(): Locator {
    return this.#page.getByRole('button', { name: 'Can’t reply', exact: true }).filter({ visible: true })
  }

  /** The line on which readers move through a discussion; on phones inside `openScrubber`'s sheet. */
  get scrubber(): Locator {
    return this.#page.getByRole('slider', { name: 'Position in the discussion' }).filter({ visible: true })
  }

  /** On phones: the button that says where one is. */
  get positionButton(): Locator {
    return this.#page.getByRole('button', { name: /^\d[\d,]* of [\d,]+$/ })
  }

  /** Where what was not read begins. */
  get newPostsLine(): Locator {
    return this.posts.getByText(/^\d+ new posts?$/)
  }

  /** Tries again what could not be loaded. */
  get loadAgain(): Locator {
    return this.#page.getByRole('main').getByRole('button', { name: 'Load more', exact: true })
  }

  get originalPostLink(): Locator {
    return this.#page.getByRole('link', { name: 'Original post', exact: true }).filter({ visible: true })
  }

  get nowLink(): Locator {
    return this.#page.getByRole('link', { name: /^Now/ }).filter({ visible: true })
  }

  /** Brings the scrubber in sight. */
  async openScrubber(): Promise<void> {
    if (isNarrow(this.#page)) await this.positionButton.click()
    await this.scrubber.waitFor()
  }

  /** Resolves when the forum has deleted a post; call it before the post is deleted, which shows at once. */
  whenPostDeleted(): Promise<Response> {
    return this.#page.waitForResponse(
      (response) => /\/api\/posts\/\d+/.test(response.url()) && response.status() === 204,
    )
  }

  /** Resolves when the forum is told how far was read; call it before the page is opened. */
  whenRead(): Promise<Response> {
    return this.#page.waitForResponse(
      (response) =>
        /\/api\/discussions\/\d+/.test(response.url()) &&
        (response.request().postData() ?? '').includes('lastReadPostNumber'),
    )
  }
}
