import type { App } from '../../points/app.ts'
import { defineClientExtension } from '../../points/extension.ts'
import { FooterItems } from '../frame/slots.ts'
import { openShortcuts, ShortcutsButton } from './ShortcutsButton.tsx'
import { hasStops } from './stops.ts'

/** Shortcuts that belong to no other feature, and the list of all shortcuts. */
export const keyboardFeature = defineClientExtension({
  slots: [FooterItems.add('shortcuts', ShortcutsButton, { priority: -10 })],
  shortcuts: {
    help: { keys: '?', text: 'core.forum.shortcuts.help_text', run: openShortcuts },
    home: {
      keys: 'g h',
      text: 'core.forum.shortcuts.home_text',
      run: ({ router }) => void router.navigate('/'),
    },
    undo: {
      keys: 'z',
      text: 'core.forum.shortcuts.undo_text',
      when: ({ alerts }) => alerts.canUndo,
      run: ({ alerts }) => alerts.undo(),
    },
    next: {
      keys: 'j',
      text: 'core.forum.shortcuts.next_text',
      when: hasStops,
      run: (app) => step(app, 1),
    },
    previous: {
      keys: 'k',
      text: 'core.forum.shortcuts.previous_text',
      when: hasStops,
      run: (app) => step(app, -1),
    },
  },
})

/** Its code is loaded with the first step: it is not part of the first view. */
async function step({ connection }: App, direction: 1 | -1): Promise<void> {
  const loaded = await connection.load(() => import('./step.ts'))
  loaded.step(direction)
}
