import type { Filter } from '../../points/resources/filters.ts'
import { matchAuthors } from '../discussions/filters.ts'

/** `filter[discussion]`, `[author]`, `[number]` and `[type]` of posts (api-core 4.13). */
export const postFilters: Record<string, Filter<'posts'>> = {
  discussion: { value: 'integer', where: (eb, id) => eb('posts.discussion_id', '=', id) },
  number: { value: 'integer', where: (eb, number) => eb('posts.number', '=', number) },
  type: { value: 'text', where: (eb, type) => eb('posts.type', '=', type) },
  author: { value: 'texts', where: (eb, usernames) => eb('posts.user_id', ...matchAuthors(usernames)) },
}
