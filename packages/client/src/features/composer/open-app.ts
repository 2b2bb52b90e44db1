import { FakeBrowser } from '../../base/composer/fake-browser.ts'
import { openComposer } from '../../base/composer/open-composer.ts'
import type { App } from '../../points/app.ts'
import type { ComposerExtension } from '../../points/composer/composer-extension.ts'
import { loadComposerParts } from '../../points/composer/composer-parts.ts'
import { coreParts } from './fields/core-parts.ts'
import { originalFields, restoreFields } from './fields/field-states.ts'

/** For tests: an app with a composer and the parts of one extension, `odd`. `failures` and `alerts` collect texts. */
export async function openApp(extension: ComposerExtension = {}) {
  const failures: string[] = []
  const alerts: string[] = []
  const { composer } = openComposer(new FakeBrowser().openTab(), {
    originalFields: (target) => originalFields(app, target),
    restoreFields: (target, stored) => restoreFields(app, target, stored),
  })
  const app = {
    composer,
    composerLoads: [{ extension: 'odd', load: async () => ({ default: extension }) }],
    alerts: { show: (text: string) => alerts.push(text) },
    forum: { baseOrigin: 'https://forum.example' },
    t: (key: string, { name }: { name?: string } = {}) => name ?? key.split('.').at(-1) ?? '',
    reportFailure: (id: string) => failures.push(id),
  } as unknown as App
  await loadComposerParts(app, coreParts)
  return { app, composer, failures, alerts }
}
