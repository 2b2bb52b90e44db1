import type { Field, PostRow } from '@parley/server'
import type { PictureSizes } from '../../shared.ts'
import { widthsOf } from '../smaller/paths.ts'
import { filesIn, findFiles } from './lookup.ts'
import { isShownTo } from './resolve.ts'

/** Width and height of the uploaded pictures in a post. Only posts that have some have it. */
export const uploadSizes: Field<PostRow> = {
  form: 'basic',
  json: 'object',
  isLong: true,
  visible: ({ type }) => type === 'comment',
  async load(posts, context) {
    const files = new Map(posts.map((post) => [post.id, filesIn(post, context)]))
    const some = posts.filter(({ id }) => files.get(id)?.length)
    const find = await findFiles(some, context, ({ id }) => files.get(id) ?? [])
    const sizes = new Map<number, PictureSizes>()
    for (const post of some) {
      const found = (files.get(post.id) ?? []).flatMap((reference) => {
        const file = find(post)(reference)
        if (!file || file === 'missing' || !isShownTo(file, context)) return []
        const { uuid, width, height } = file
        const smaller = widthsOf(file)
        return width && height ? [[uuid, [width, height, ...smaller]] as const] : []
      })
      if (found.length > 0) sizes.set(post.id, Object.fromEntries(found))
    }
    return sizes
  },
}
