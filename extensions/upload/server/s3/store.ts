import { type Context, createS3Store, type FileStore } from '@parley/server'
import { s3OptionsOf } from './options.ts'

/** The store of each forum, with the options that it was made with. */
const stores = new WeakMap<object, { options: string; store: FileStore }>()

/** The bucket in which a forum keeps files; undefined unless administrators or the environment name one. */
export function s3StoreOf(context: Pick<Context, 'forum'>): FileStore | undefined {
  const options = s3OptionsOf(context)
  if (!options) return undefined
  const { files } = context.forum
  const text = JSON.stringify(options)
  const known = stores.get(files)
  if (known?.options === text) return known.store
  const store = createS3Store(options, files)
  stores.set(files, { options: text, store })
  return store
}
