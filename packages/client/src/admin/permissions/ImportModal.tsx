import type { ImportChoices, ImportPlan, OverviewGroup } from '@parley/shared'
import { type ReactNode, useState } from 'react'
import { alertOnError } from '../../base/alerts.ts'
import type { ModalProps } from '../../base/modals.ts'
import { useApp, useT } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Modal } from '../../ui/modals/Modal.tsx'

interface ImportModalProps extends ModalProps {
  /** What the file changes before anything is chosen. */
  plan: ImportPlan
  send: (choices: ImportChoices, apply: boolean, version?: string) => Promise<ImportPlan>
  groups: readonly OverviewGroup[]
  done: () => Promise<void>
}

/** Shows what a file changes, asks what becomes of names that the forum does not have, and imports it. */
export function ImportModal({ plan: first, send, groups, done, close }: ImportModalProps): ReactNode {
  const app = useApp()
  const { alerts, t } = app
  const [plan, setPlan] = useState(first)
  const [choices, setChoices] = useState<ImportChoices>({ groups: [], permissions: [] })
  const [isSending, setIsSending] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setIsSending(true)
    await alertOnError(app, work)
    setIsSending(false)
  }
  const choose = (chosen: ImportChoices) =>
    run(async () => {
      setChoices(chosen)
      setPlan(await send(chosen, false))
    })
  const apply = () =>
    run(async () => {
      await send(choices, true, plan.version)
      await done()
      alerts.show(t('core.admin.permissions.imported_message'), { tone: 'success', timeout: 5000 })
      close()
    })
  const isRefused = plan.unknownGroups.length + plan.unknownPermissions.length + plan.problems.length > 0
  const isEmpty = plan.createdGroups.length + plan.changedGroups.length + plan.permissions.length === 0
  return (
    <Modal
      title={t('core.admin.permissions.import_title')}
      close={close}
      closesOnBackdrop={false}
      footer={
        <>
          <Button onClick={() => close()}>{t('core.lib.modal.cancel')}</Button>
          <Button
            variant="primary"
            isLoading={isSending}
            isDisabled={isRefused || isEmpty}
            onClick={() => void apply()}
          >
            {t('core.admin.permissions.import_submit_button')}
          </Button>
        </>
      }
    >
      <Unknown first={first} choices={choices} groups={groups} choose={(chosen) => void choose(chosen)} />
      {plan.problems.map((problem) => (
        <p className="Field-error" key={problem}>
          <Icon name="warn" isSmall />
          {problem}
        </p>
      ))}
      <Changes plan={plan} isEmpty={isEmpty} />
    </Modal>
  )
}

interface UnknownProps {
  first: ImportPlan
  choices: ImportChoices
  groups: readonly OverviewGroup[]
  choose: (choices: ImportChoices) => void
}

/** What becomes of groups and permissions that the forum does not have. */
function Unknown({ first, choices, groups, choose }: UnknownProps): ReactNode {
  const t = useT()
  const isSkipped = choices.permissions.length > 0
  return (
    <>
      {first.unknownGroups.map(({ id, namePlural }) => {
        const others = choices.groups.filter((choice) => choice.id !== id)
        const chosen = choices.groups.find((choice) => choice.id === id)?.use
        return (
          <Field key={id} label={t('core.admin.permissions.unknown_group_label', { group: namePlural })}>
            {(control) => (
              <select
                {...control}
                className="Input"
                value={chosen ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  choose({
                    ...choices,
                    groups: value === '' ? others : [...others, { id, use: targetOf(value) }],
                  })
                }
              >
                <option value="">{t('core.admin.permissions.choose_option')}</option>
                <option value="create">{t('core.admin.permissions.create_option')}</option>
                <option value="skip">{t('core.admin.permissions.skip_option')}</option>
                {groups.map((group) => (
                  <option key={group.id} value={group.id}>
                    {group.namePlural}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )
      })}
      {first.unknownPermissions.length > 0 && (
        <label className="Check">
          <input
            type="checkbox"
            checked={isSkipped}
            onChange={() => {
              const skipped = first.unknownPermissions.map(({ name }) => ({ name, use: 'skip' }))
              choose({ ...choices, permissions: isSkipped ? [] : skipped })
            }}
          />
          <span>
            {t('core.admin.permissions.skip_permissions_label', {
              permissions: first.unknownPermissions.map(({ label }) => label).join(', '),
            })}
          </span>
        </label>
      )}
    </>
  )
}

function targetOf(value: string): number | 'create' | 'skip' {
  return value === 'create' || value === 'skip' ? value : Number(value)
}

function Changes({ plan, isEmpty }: { plan: ImportPlan; isEmpty: boolean }): ReactNode {
  const t = useT()
  if (isEmpty) return <p>{t('core.admin.permissions.import_empty_text')}</p>
  return (
    <ul className="ImportChanges" aria-live="polite">
      {plan.createdGroups.map(({ id, namePlural }) => (
        <li key={`create ${id}`}>{t('core.admin.permissions.import_create_text', { group: namePlural })}</li>
      ))}
      {plan.changedGroups.map(({ id, name, changes }) => (
        <li key={`change ${id}`}>
          {t('core.admin.permissions.import_change_text', {
            group: name,
            changes: changes.map(({ before, after }) => `${before || '–'} → ${after || '–'}`).join(', '),
          })}
        </li>
      ))}
      {plan.permissions.map(({ permission, label, added, removed }) => (
        <li key={permission}>
          {label}
          {added.map((name) => (
            <ins key={name}>{name}</ins>
          ))}
          {removed.map((name) => (
            <del key={name}>{name}</del>
          ))}
        </li>
      ))}
    </ul>
  )
}
