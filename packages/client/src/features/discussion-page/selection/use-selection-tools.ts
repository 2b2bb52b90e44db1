import { useEffect, useState } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { useHasItems } from '../../../points/slots.tsx'
import { SelectionActions } from '../slots.ts'
import type { SelectionTools } from './SelectionTools.tsx'

/** Returns the component with buttons for selected text, if extensions have any. Loads it with the first selection. */
export function useSelectionTools(): typeof SelectionTools | undefined {
  const { connection } = useApp()
  const isNeeded = useHasItems(SelectionActions)
  const [Tools, setTools] = useState<typeof SelectionTools>()
  useEffect(() => {
    if (!isNeeded) return
    const stop = () => document.removeEventListener('selectionchange', load)
    const load = () => {
      if (document.getSelection()?.isCollapsed !== false) return
      stop()
      connection
        .load(() => import('./SelectionTools.tsx'))
        .then(
          ({ SelectionTools }) => setTools(() => SelectionTools),
          // The text can be copied without them.
          () => {},
        )
    }
    document.addEventListener('selectionchange', load)
    return stop
  }, [isNeeded, connection])
  return Tools
}
