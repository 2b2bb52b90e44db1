/**
 * Templates for made-up texts in one language. In titles and sentences `{topic}` stands for the discussion's topic,
 * `{other}` for another topic, `{n}` for a number.
 */
export interface Language {
  /** Percentage of discussions in this language. */
  share: number
  /** Separator between sentences. */
  space: string
  topics: readonly string[]
  titles: readonly string[]
  sentences: readonly string[]
  /** Introductions of lists. */
  listing: readonly string[]
  /** Items of lists. */
  items: readonly string[]
}
