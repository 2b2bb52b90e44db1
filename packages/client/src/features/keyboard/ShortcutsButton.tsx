import type { ReactNode } from 'react'
import { type App, useApp } from '../../base/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { onIntent } from '../../ui/on-intent.ts'

const load = async () => (await import('./ShortcutsModal.tsx')).ShortcutsModal

/** Opens the sheet of shortcuts. */
export function openShortcuts({ modals }: App): void {
  void modals.load(load, {})
}

/** The way to the sheet for those who do not know its key, and for those who switched the keys off. */
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
