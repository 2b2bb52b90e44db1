import { useObservable, useT } from '@parley/client'
import type { ReactNode } from 'react'
import type { TagsModel } from './tags-model.ts'

/** Whether the order is saved. An alert says where the tag is now. */
export function SaveState({ model }: { model: TagsModel }): ReactNode {
  const t = useT()
  const phase = useObservable(model, (state) => state.phase)
  return (
    <p className="TagsSaveState" data-phase={phase}>
      {phase === 'saving' && t('core.admin.settings.saving_text')}
      {phase === 'saved' && t('core.admin.settings.saved_message')}
    </p>
  )
}
