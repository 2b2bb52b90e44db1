import type { ReactNode } from 'react'
import { Time } from '../../base/i18n/Time.tsx'
import { useApp, useT } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'

interface UnsavedBarProps {
  submitLabel?: string
  /** How many changes are not saved. */
  count: number
  isSaving: boolean
  /** ISO 8601; when they were saved, as long as that is worth saying. */
  savedAt: string | undefined
  /** Why they were not saved. */
  problem?: string | undefined
  onDiscard: () => void
}

/**
 * The end of a form: saves or discards its changes, and says whether they are saved. In view while there are any, and after saving.
 */
export function UnsavedBar(props: UnsavedBarProps): ReactNode {
  const t = useT()
  const { submitLabel, count, isSaving, savedAt, onDiscard } = props
  const isInView = count > 0 || isSaving || savedAt !== undefined
  return (
    <div className={classNames('SaveBar', isInView && 'SaveBar--floating')}>
      <Button type="submit" variant="primary" isLoading={isSaving} isDisabled={count === 0}>
        {submitLabel ?? t('core.admin.settings.submit_button')}
      </Button>
      <Button isDisabled={count === 0 || isSaving} onClick={onDiscard}>
        {t('core.admin.settings.discard_button')}
      </Button>
      <span className="SaveBar-state" role="status">
        <SaveState {...props} />
      </span>
    </div>
  )
}

function SaveState({ count, isSaving, savedAt, problem }: UnsavedBarProps): ReactNode {
  const { t, clock } = useApp()
  if (isSaving) return t('core.admin.settings.saving_text')
  if (problem !== undefined) return <span className="SaveBar-problem">{problem}</span>
  if (count > 0) return t('core.admin.settings.unsaved_text', { count })
  if (savedAt === undefined) return null
  return (
    <span className="SaveBar-saved">
      <Icon name="check" isSmall />
      {t('core.admin.settings.saved_message')} <Time value={clock.read(Date.parse(savedAt)).toISOString()} />
    </span>
  )
}
