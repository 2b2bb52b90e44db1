import type { Composer } from '../../base/composer/composer.ts'
import { Modals } from '../../base/modals.ts'
import { coreParts, loadComposerParts } from '../../features/composer/fields/late-code.ts'
import { prepareMarkup } from '../../features/composer/preview/post-markup.ts'
import type { App } from '../../points/app.ts'
import { combinePoints } from '../../points/points.ts'
import { collectSources, loadExtensions } from '../../points/sources.ts'
import type { Store } from '../../store/store.ts'
import type { SourceComposer } from './source-composer.ts'

/**
 * Makes the app of a text in the administration area: what extensions declare for the forum, so that its tools, suggestions
 * and preview are those of posts. Modals are of its own: what they show belongs to it.
 * @throws ChunkLoadError
 */
export async function openWritingApp(app: App, composer: SourceComposer): Promise<App> {
  const { admin, alerts, boot, connection } = app
  if (admin === undefined) throw new Error('openWritingApp was called outside of the administration area.')
  const declared = await connection.load(admin.loadForumExtensions)
  const { installed, faults } = await loadExtensions(declared, (id) => boot.extensions.includes(id))
  for (const { extension, error } of faults) app.reportFailure(extension, error)
  const sources = collectSources([], installed, boot.extensions)
  const { resourceTypes, routes: _, ...points } = combinePoints(sources, app.reportFailure)
  registerTypes(app.store, admin.resourceTypes, resourceTypes)
  const writing: App = {
    ...app,
    ...points,
    modals: new Modals({
      loadConfirm: async () => (await import('../../ui/modals/ConfirmDialog.tsx')).ConfirmDialog,
      load: (code) => connection.load(code),
      onLoadFailed: (error, retry) => void alerts.showError(error, retry),
    }),
    // The tools of the editor use nothing else of the composer.
    composer: composer as unknown as Composer,
  }
  await connection.load(() => Promise.all([prepareMarkup(writing), loadComposerParts(writing, coreParts)]))
  return writing
}

/** Core types that texts refer to, besides those of the administration area. */
const referredTypes = ['discussions', 'posts']

const prepared = new WeakSet<Store>()

/** Lets the store keep what previews and suggestions show. */
function registerTypes(store: Store, own: ReadonlySet<string>, declared: ReadonlySet<string>): void {
  if (prepared.has(store)) return
  prepared.add(store)
  for (const type of new Set([...referredTypes, ...declared])) if (!own.has(type)) store.register(type)
}
