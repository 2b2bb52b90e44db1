/** What a reaction can be turned into where an extension offers it. */
export type ConversionKind = 'upvote' | 'downvote' | 'like'
