import type { Generated, PostRow } from '@parley/server'

declare module '@parley/server' {
  interface PostTable {
    /** False while the post awaits approval. */
    is_approved: Generated<boolean>
  }

  interface DiscussionTable {
    /** False while the first post awaits approval. */
    is_approved: Generated<boolean>
  }

  interface Events {
    /**
     * A post that waited was approved, and is public now if no other extension keeps it private: a post that is hidden at
     * the same time emits nothing. The discussion is public, too, if the post is its first.
     */
    'post.approved': { post: PostRow }
  }
}
