import type { GroupDeletion, OverviewGroup } from '@parley/shared'
import { type ReactNode, useId, useState } from 'react'
import { alertOnError } from '../../base/alerts.ts'
import type { ModalProps } from '../../base/modals.ts'
import { NameBadge } from '../../features/users/GroupBadge.tsx'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import type { FieldErrors } from '../../store/api-error.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Checkbox, InputField } from '../../ui/forms/Field.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import { openViewAs } from '../view-as/open-view-as.tsx'
import { everyone, isBuiltIn, type PermissionsModel } from './permissions-model.ts'

interface GroupModalProps extends ModalProps {
  model: PermissionsModel
  /** Absent for a new group. */
  group?: OverviewGroup
}

/** Creates, changes or deletes a group. The badge follows what is typed. */
export function GroupModal({ model, group, close }: GroupModalProps): ReactNode {
  const app = useApp()
  const { api, t } = app
  const formId = useId()
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const body = {
      data: { type: 'groups', attributes: changesOf(data, group), ...(group && { id: String(group.id) }) },
    }
    await api.request(group ? `/groups/${group.id}` : '/groups', { method: group ? 'PATCH' : 'POST', body })
    await model.reload()
    app.alerts.show(t('core.admin.settings.saved_message'), { tone: 'success', timeout: 5000 })
    close()
  })
  return (
    <Modal
      title={t('core.admin.edit_group.title')}
      close={close}
      closesOnBackdrop={false}
      footer={
        <>
          {group && !isBuiltIn(group) && <DeleteButton model={model} group={group} close={close} />}
          <FormButtons
            formId={formId}
            submitLabel={t('core.admin.edit_group.submit_button')}
            isSending={isSending}
            close={close}
          />
        </>
      }
    >
      <form id={formId} ref={form} className="Form" onSubmit={handleSubmit}>
        <GroupFields group={group} errors={report?.fields ?? {}} />
      </form>
      {group && <ViewAsButton group={group} />}
    </Modal>
  )
}

interface GroupFieldsProps {
  group: OverviewGroup | undefined
  errors: FieldErrors
}

/** The fields of a group, below its badge. */
function GroupFields({ group, errors }: GroupFieldsProps): ReactNode {
  const { t } = useApp()
  const [name, setName] = useState(group?.nameSingular ?? '')
  const [color, setColor] = useState(group?.color ?? '')
  const [icon, setIcon] = useState(group?.icon ?? '')
  return (
    <>
      <p className="GroupModal-preview">
        {t('core.admin.edit_group.preview_label')}{' '}
        <NameBadge color={color || null} icon={icon} name={name || '–'} />
      </p>
      <InputField
        name="nameSingular"
        label={t('core.admin.edit_group.singular_label')}
        help={t('core.admin.edit_group.singular_help')}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errors.name_singular ?? errors.nameSingular ?? ''}
      />
      <InputField
        name="namePlural"
        label={t('core.admin.edit_group.plural_label')}
        help={t('core.admin.edit_group.plural_help')}
        required
        maxLength={100}
        defaultValue={group?.namePlural ?? ''}
        error={errors.name_plural ?? errors.namePlural ?? ''}
      />
      <InputField
        name="color"
        label={t('core.admin.edit_group.color_label')}
        help={t('core.admin.edit_group.color_help')}
        maxLength={20}
        spellCheck={false}
        value={color}
        onChange={(event) => setColor(event.currentTarget.value)}
        error={errors.color ?? ''}
      />
      <InputField
        name="icon"
        label={t('core.admin.edit_group.icon_label')}
        help={t('core.admin.edit_group.icon_text')}
        maxLength={100}
        spellCheck={false}
        defaultValue={group?.icon ?? ''}
        // Half of a name names no icon.
        onBlur={(event) => setIcon(event.currentTarget.value)}
        error={errors.icon ?? ''}
      />
      <Checkbox name="isHidden" value="1" defaultChecked={group?.isHidden ?? false}>
        {t('core.admin.edit_group.hide_label')}
      </Checkbox>
    </>
  )
}

/** Opens a view of the forum as a member of the group. */
function ViewAsButton({ group: { id, namePlural } }: { group: OverviewGroup }): ReactNode {
  const app = useApp()
  const isGuests = id === everyone
  return (
    <Button variant="outline" icon="eye" onClick={() => void openViewAs(app, { kind: 'group', id })}>
      {isGuests
        ? app.t('core.admin.view_as.guest_button')
        : app.t('core.admin.view_as.group_button', { group: namePlural })}
    </Button>
  )
}

/** The attributes that the form changes: both names, as they change together only. */
function changesOf(data: FormData, group: OverviewGroup | undefined): Record<string, unknown> {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  // An empty text removes what a group has; a new group has nothing.
  const look = (['color', 'icon'] as const)
    .map((name) => [name, text(name)] as const)
    .filter(([name, value]) => value !== (group?.[name] ?? ''))
  const sent = { ...Object.fromEntries(look), isHidden: data.has('isHidden') }
  const names = { nameSingular: text('nameSingular'), namePlural: text('namePlural') }
  const isRenamed = names.nameSingular !== group?.nameSingular || names.namePlural !== group.namePlural
  return isRenamed ? { ...sent, ...names } : sent
}

interface DeleteButtonProps extends ModalProps {
  model: PermissionsModel
  group: OverviewGroup
}

function DeleteButton({ model, group, close }: DeleteButtonProps): ReactNode {
  const app = useApp()
  const { api, modals, t } = app
  const [isLoading, setIsLoading] = useState(false)
  const remove = async () => {
    const losses = await api.request<GroupDeletion>(`/admin/groups/${group.id}/deletion`)
    const isConfirmed = await modals.confirm({
      title: t('core.admin.edit_group.delete_confirmation', { group: group.namePlural }),
      text: <Losses losses={losses} t={t} />,
      confirmLabel: t('core.admin.edit_group.delete_button'),
      isDanger: true,
    })
    if (!isConfirmed) return
    await api.request(`/groups/${group.id}`, { method: 'DELETE' })
    await model.reload()
    close()
  }
  const handleClick = async () => {
    setIsLoading(true)
    await alertOnError(app, remove)
    setIsLoading(false)
  }
  return (
    <Button
      variant="quiet"
      isDanger
      isLoading={isLoading}
      className="GroupModal-delete"
      onClick={() => void handleClick()}
    >
      {t('core.admin.edit_group.delete_button')}
    </Button>
  )
}

/** How many members lose what. */
function Losses({ losses, t }: { losses: GroupDeletion; t: App['t'] }): ReactNode {
  const { memberCount, hasMore, permissions } = losses
  const lost = permissions.filter(({ losing }) => losing > 0)
  return (
    <>
      {hasMore
        ? t('core.admin.edit_group.many_members_text', { count: memberCount })
        : t('core.admin.edit_group.members_text', { count: memberCount })}{' '}
      {lost.map(({ permission, label, losing }) => (
        <span className="GroupModal-loss" key={permission}>
          {t('core.admin.edit_group.loss_text', { permission: label, count: losing })}
        </span>
      ))}
      {t('core.admin.edit_group.irreversible_text')}
    </>
  )
}
