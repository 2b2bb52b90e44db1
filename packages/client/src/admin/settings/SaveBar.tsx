import type { ReactNode } from 'react'
import { Time } from '../../base/i18n/Time.tsx'
import { useObservable } from '../../base/use-observable.ts'
import { useT } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { SettingsEditor } from './settings-editor.ts'

/** Saves or discards the changes of a page, and says whether they are saved. In view while there are any, and after saving. */
export function SaveBar({ editor }: { editor: SettingsEditor }): ReactNode {
  const t = useT()
  const { edits, phase } = useObservable(editor)
  const count = Object.keys(edits).length
  const isBusy = phase === 'saving'
  return (
    <div className={classNames('SaveBar', (count > 0 || phase !== 'idle') && 'SaveBar--floating')}>
      <Button type="submit" variant="primary" isLoading={isBusy} isDisabled={count === 0}>
        {t('core.admin.settings.submit_button')}
      </Button>
      <Button isDisabled={count === 0 || isBusy} onClick={() => editor.discard()}>
        {t('core.admin.settings.discard_button')}
      </Button>
      <span className="SaveBar-state" role="status">
        <SaveState editor={editor} />
      </span>
    </div>
  )
}

function SaveState({ editor }: { editor: SettingsEditor }): ReactNode {
  const t = useT()
  const { edits, errors, conflicts, phase, savedAt } = useObservable(editor)
  const count = Object.keys(edits).length
  const hasErrors = Object.keys(errors).length > 0
  if (phase === 'saving') return t('core.admin.settings.saving_text')
  if (Object.keys(conflicts).length > 0) {
    return <span className="SaveBar-problem">{t('core.admin.settings.conflict_message')}</span>
  }
  if (hasErrors) return <span className="SaveBar-problem">{t('core.admin.settings.refused_message')}</span>
  if (count > 0) return t('core.admin.settings.unsaved_text', { count })
  if (savedAt === undefined) return null
  return (
    <span className="SaveBar-saved">
      <Icon name="check" isSmall />
      {t('core.admin.settings.saved_message')} <Time value={savedAt} />
    </span>
  )
}
