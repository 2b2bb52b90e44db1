/** What the server looks up of a file, to render its tags. */
export interface FileFacts {
  uuid: string
  /** Where it is now; that of its download while it has none of its own. */
  url: string
  /** Its name in the store of files. */
  name: string
  /** The beginning of a text; null for other files. */
  snippet: string | null
  /** Whether the text goes on. */
  isLonger: boolean
}
