import { defineExtension } from '@parley/server'
import type {} from '../../../approval/contract/server.ts'
import { announce } from '../../server/new-post/listeners.ts'

/** Followers who could not see a post that waited are told when it is approved. */
export default defineExtension({
  on: { 'post.approved': ({ post }, context) => announce(post, context) },
})
