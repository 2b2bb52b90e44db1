/**
 * What one language contributes to made-up texts. In titles and sentences `{topic}` stands for what the discussion
 * is about, `{other}` for another topic, `{n}` for a number.
 */
export interface Language {
  /** How many of a hundred discussions are in it. */
  share: number
  /** Between sentences. */
  space: string
  topics: readonly string[]
  titles: readonly string[]
  sentences: readonly string[]
  /** Before a list. */
  listing: readonly string[]
  /** Members of a list. */
  items: readonly string[]
}
