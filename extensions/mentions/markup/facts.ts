/** What is looked up of mentioned things, to render them: by the server for a page of posts, by the client for its preview. */

export interface UserMentionFacts {
  id: string
  displayName: string
  /** The path of the profile, with the base path of the forum. */
  href: string
}

/** A user who was deleted after the text was written. */
export interface DeletedUserFacts {
  deletedId: string
}

export interface PostMentionFacts {
  id: string
  /** The author's; null if the account is deleted. */
  displayName: string | null
  /** The path of the post in its discussion, with the base path of the forum. */
  href: string
}

export interface GroupMentionFacts {
  namePlural: string
  color: string | null
  /** Font Awesome classes, as administrators store them. */
  icon: string | null
}

export interface TagMentionFacts {
  id: string
  name: string
  /** The path of the tag's discussions, with the base path of the forum. */
  href: string
  color: string | null
  icon: string | null
}

/** A tag that was deleted after the text was written: what it was called then. */
export interface DeletedTagFacts {
  deletedName: string
}
