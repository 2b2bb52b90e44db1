import type { ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import { type ExtensionAttributes, stateOf } from './documents.ts'

/** How an extension is, in a word. */
export function StateBadge({ attributes }: { attributes: ExtensionAttributes }): ReactNode {
  const t = useT()
  const state = attributes.isPurging ? 'purging' : stateOf(attributes)
  return (
    <span className={`ExtensionState ExtensionState--${state}`}>{t(`core.admin.extension.${state}`)}</span>
  )
}
