import type { Context, WriteContext } from '@parley/server'
import { slugify } from '@parley/shared/slug'
import type { FileKind } from '../../shared.ts'
import type { FileRow } from '../tables.ts'

/** The words of a name that are kept, and the letters of a word. */
const most = { words: 12, letters: 60 }
/** The files with a word that a search looks at, and those that it finds. */
const mostRead = 5000
const mostFound = 1000
/** `owner_id` of shared files. */
export const ofAll = 0

/** The words of a file's name: ASCII letters and digits. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^a-z\d]+/)
  const kept = words.filter((word) => word !== '').map((word) => word.slice(0, most.letters))
  return [...new Set(kept)].slice(0, most.words)
}

/** Makes files findable by the words of their names. */
export async function insertWords(
  { db }: Pick<WriteContext, 'db'>,
  files: readonly Pick<FileRow, 'id' | 'actor_id' | 'base_name' | 'kind'>[],
): Promise<void> {
  const rows = files.flatMap(({ id, actor_id, base_name, kind }) =>
    wordsOf(base_name).map((word) => ({ owner_id: actor_id ?? ofAll, word, file_id: id, kind })),
  )
  if (rows.length > 0) await db.insertInto('upload_name_words').values(rows).execute()
}

/** What is searched for. */
interface Searched {
  text: string
  /** An account, or `ofAll`. */
  ownerId: number
  /** Undefined for files of all kinds. */
  kind: FileKind | undefined
}

/**
 * Finds files of a kind whose names have words that begin with all words of a text.
 * @returns ids, newest first: at most 1,000, of 5,000 that have the longest word and of 5,000 that have words which begin with it.
 */
export async function findByName({ text, ownerId, kind }: Searched, { forum }: Context): Promise<number[]> {
  const searched = wordsOf(slugify(text.slice(0, 200).replaceAll('.', ' ')))
  const [longest, ...others] = searched.toSorted((a, b) => b.length - a.length)
  if (longest === undefined) return []
  const { read } = forum.database
  const words = read
    .selectFrom('upload_name_words')
    .select('file_id')
    .where('owner_id', '=', ownerId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as FileKind))
  const exact = words.where('word', '=', longest).orderBy('file_id', 'desc').limit(mostRead)
  const longer = words
    .where('word', '>', longest)
    .where('word', '<', behind(longest))
    .orderBy('word', 'desc')
    .orderBy('file_id', 'desc')
    .limit(mostRead)
  const found = new Set<number>()
  for (const first of [exact, longer]) {
    let query = read
      .selectFrom(first.as('found'))
      .select('found.file_id')
      .orderBy('found.file_id', 'desc')
      .limit(mostFound)
    for (const word of others)
      query = query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('upload_name_words as other')
            .select('other.word')
            .whereRef('other.file_id', '=', 'found.file_id')
            .where('other.word', '>=', word)
            .where('other.word', '<', behind(word)),
        ),
      )
    for (const { file_id } of await query.execute()) found.add(file_id)
  }
  return [...found].toSorted((a, b) => b - a).slice(0, mostFound)
}

/** A text behind all words that begin with `word`. */
function behind(word: string): string {
  return `${word}{`
}
