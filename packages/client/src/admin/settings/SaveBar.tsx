import type { ReactNode } from 'react'
import { useObservable } from '../../base/use-observable.ts'
import { useT } from '../../points/app-context.ts'
import { UnsavedBar } from '../unsaved/UnsavedBar.tsx'
import type { SettingsEditor } from './settings-editor.ts'

/** Saves or discards the changes of a page of settings, and says whether they are saved. */
export function SaveBar({ editor }: { editor: SettingsEditor }): ReactNode {
  const { edits, phase, savedAt } = useObservable(editor)
  return (
    <UnsavedBar
      count={Object.keys(edits).length}
      isSaving={phase === 'saving'}
      savedAt={savedAt}
      problem={useProblem(editor)}
      onDiscard={() => editor.discard()}
    />
  )
}

function useProblem(editor: SettingsEditor): string | undefined {
  const t = useT()
  const { errors, conflicts } = useObservable(editor)
  if (Object.keys(conflicts).length > 0) return t('core.admin.settings.conflict_message')
  return Object.keys(errors).length > 0 ? t('core.admin.settings.refused_message') : undefined
}
