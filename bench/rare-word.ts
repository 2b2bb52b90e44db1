import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Number of posts with the word. In the small forum, hardly any number occurs in more posts. */
const posts = 2

/**
 * A number of four digits that occurs in two posts of a seeded forum, in URLs. A search for it has the same number of
 * results in a forum of any size.
 */
export function rareWord(folder: string): string {
  const database = new DatabaseSync(join(folder, 'forum.sqlite'), { readOnly: true })
  try {
    database.exec('create virtual table temp.words using fts5vocab(main, search_posts, row)')
    const found = database
      .prepare("select term from temp.words where term glob '[0-9][0-9][0-9][0-9]' and doc = ? limit 1")
      .get(posts)
    if (typeof found?.term !== 'string') throw new Error(`No number occurs in exactly ${posts} posts`)
    return found.term
  } finally {
    database.close()
  }
}
