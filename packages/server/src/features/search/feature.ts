import { defineExtension } from '../../points/extension.ts'
import { loadMostRelevantPosts, searchDiscussions } from './discussion-search.ts'
import { indexPosts, indexTitles, postIndex, titleIndex } from './index-rows.ts'
import { searchMigrations } from './migrations.ts'
import { reindex, reindexJob } from './rebuild.ts'
import { sweepWords } from './sweep-words.ts'

/** Full-text search over the titles and comments of discussions. */
export const searchFeature = defineExtension({
  migrations: searchMigrations,
  // Pages of results are not cached.
  affects: { [titleIndex]: 'nothing', [postIndex]: 'nothing', search_words: 'nothing' },
  rateLimits: {
    searchesPerAccount: { points: 120, seconds: 60 },
    searchesPerAddress: { points: 120, seconds: 60 },
  },
  jobs: { [reindexJob]: reindex, 'search-words.sweep': sweepWords },
  on: {
    'discussion.started': ({ discussion }, { db, forum }) =>
      indexTitles({ db, dialect: forum.database.dialect }, [discussion]),
    'discussion.renamed': ({ discussion }, { db, forum }) =>
      indexTitles({ db, dialect: forum.database.dialect }, [discussion]),
    'post.created': ({ post }, { db, forum }) => indexPosts({ db, dialect: forum.database.dialect }, [post]),
    'post.edited': ({ post }, { db, forum }) => indexPosts({ db, dialect: forum.database.dialect }, [post]),
  },
  resources: {
    discussions: {
      search: { text: searchDiscussions },
      relations: { mostRelevantPost: { to: 'posts', load: loadMostRelevantPosts } },
      defaultInclude: { index: ['mostRelevantPost', 'mostRelevantPost.user'] },
    },
  },
})
