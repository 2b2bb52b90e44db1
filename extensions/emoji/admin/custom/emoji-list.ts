import { type App, Observable } from '@parley/client'
import type { CustomEmoji } from '../../shared/custom.ts'

/** A custom emoji of the list. */
export interface ListedEmoji extends CustomEmoji {
  id: string
}

interface EmojiPage {
  data: readonly { id: string; attributes: CustomEmoji }[]
  links?: { next?: string }
}

export interface EmojiListState {
  emoji: readonly ListedEmoji[]
  hasMore: boolean
  phase: 'loading' | 'idle' | 'failed'
}

/** Emoji of a page of the list. */
const pageSize = 23
const path = '/the-turk/emojis'

/** What is written of an emoji. */
export interface EmojiAttributes {
  title: string
  textToReplace: string
  path: string
}

/** The custom emoji for administrators, the newest first, and what they do to them. */
export class EmojiList extends Observable<EmojiListState> {
  readonly #api: App['api']

  constructor({ api }: Pick<App, 'api'>) {
    super({ emoji: [], hasMore: false, phase: 'loading' })
    this.#api = api
  }

  /** Loads the first page, or as many emoji as are shown. */
  async reload(): Promise<void> {
    const count = Math.max(pageSize, this.state.emoji.length)
    await this.#load(async () => {
      const pages: EmojiPage[] = []
      for (let offset = 0; offset < count; offset += pageSize) pages.push(await this.#page(offset))
      return { emoji: pages.flatMap(emojiOf), hasMore: pages.at(-1)?.links?.next !== undefined }
    })
  }

  async loadMore(): Promise<void> {
    await this.#load(async () => {
      const known = this.state.emoji
      const page = await this.#page(known.length)
      const ids = new Set(known.map(({ id }) => id))
      const emoji = [...known, ...emojiOf(page).filter(({ id }) => !ids.has(id))]
      return { emoji, hasMore: page.links?.next !== undefined }
    })
  }

  /** All emoji, in the form that can be imported. */
  async all(): Promise<readonly CustomEmoji[]> {
    const { data } = await this.#api.request<EmojiPage>(path)
    return data.map(({ attributes: { title, text_to_replace, path } }) => ({ title, text_to_replace, path }))
  }

  /** Creates an emoji, or changes the one with the id. */
  async save(attributes: EmojiAttributes, id?: string): Promise<void> {
    const [method, target] =
      id === undefined ? (['POST', path] as const) : (['PATCH', `${path}/${id}`] as const)
    await this.#api.request(target, {
      method,
      body: { data: { type: 'emojis', ...(id && { id }), attributes } },
    })
    await this.reload()
  }

  async remove(id: string): Promise<void> {
    await this.#api.request(`${path}/${id}`, { method: 'DELETE' })
    await this.reload()
  }

  /** Stores all rows of a file, or none. */
  async import(rows: readonly unknown[]): Promise<void> {
    await this.#api.request('/the-turk/import-emojis', { method: 'POST', body: { data: rows } })
    await this.reload()
  }

  /** Stores a picture. @returns its path. */
  async upload(file: File): Promise<string> {
    const body = new FormData()
    body.append('picture', file)
    return (await this.#api.request<{ path: string }>('/emoji/pictures', { method: 'POST', body })).path
  }

  #page(offset: number): Promise<EmojiPage> {
    return this.#api.request<EmojiPage>(`${path}?page[limit]=${pageSize}&page[offset]=${offset}`)
  }

  async #load(read: () => Promise<Pick<EmojiListState, 'emoji' | 'hasMore'>>): Promise<void> {
    this.update({ phase: 'loading' })
    try {
      this.update({ ...(await read()), phase: 'idle' })
    } catch (error) {
      this.update({ phase: 'failed' })
      throw error
    }
  }
}

function emojiOf({ data }: EmojiPage): ListedEmoji[] {
  return data.map(({ id, attributes }) => ({ id, ...attributes }))
}
