import type { ReactNode } from 'react'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { onIntent } from '../../ui/on-intent.ts'

const load = async () => (await import('./ShortcutsModal.tsx')).ShortcutsModal

/** Opens the list of shortcuts. */
export function openShortcuts({ modals }: App): void {
  void modals.load(load, {})
}

/** Opens the list of shortcuts for readers who do not know its key or switched shortcuts off. */
export function ShortcutsButton(): ReactNode {
  const app = useApp()
  return (
    <Button
      className="u-wide"
      variant="link"
      aria-haspopup="dialog"
      {...onIntent(load)}
      onClick={() => openShortcuts(app)}
    >
      {app.t('core.forum.shortcuts.title')}
    </Button>
  )
}
