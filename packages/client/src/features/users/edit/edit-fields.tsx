import { type ReactNode, useState } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useApp } from '../../../points/app-context.ts'
import { saveResource } from '../../../store/resources.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Checkbox, InputField } from '../../../ui/forms/Field.tsx'
import { GroupBadge } from '../GroupBadge.tsx'
import type { EditUserProps } from '../slots.ts'
import { administratorsId, assignableGroups, groupIdsOf } from './edit-user.ts'

export function UsernameField({ user, errors }: EditUserProps): ReactNode {
  const { t } = useApp()
  if (!user.canEditCredentials) return null
  return (
    <InputField
      label={t('core.lib.edit_user.username_label')}
      name="username"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      defaultValue={user.username}
      error={errors.username}
    />
  )
}

/** The email address of another user. Users change their own in the settings, with a confirmation. */
export function EmailField({ user, errors }: EditUserProps): ReactNode {
  const { t, userId } = useApp()
  if (user.id === userId || !user.canEditCredentials) return null
  return (
    <div className="EditUserForm-email">
      <InputField
        label={t('core.lib.edit_user.email_label')}
        name="email"
        type="email"
        autoComplete="off"
        required
        defaultValue={user.email}
        error={errors.email}
      />
      <ActivateButton user={user} />
    </div>
  )
}

/** Confirms an email address on behalf of its owner. */
function ActivateButton({ user }: Pick<EditUserProps, 'user'>): ReactNode {
  const app = useApp()
  const { t, alerts } = app
  const viewer = useSessionUser()
  const [isSending, setIsSending] = useState(false)
  if (viewer?.isAdmin !== true || user.isEmailConfirmed !== false) return null
  const activate = async () => {
    setIsSending(true)
    try {
      await saveResource(app, user, { attributes: { isEmailConfirmed: true } })
    } catch (error) {
      alerts.showError(error)
    }
    setIsSending(false)
  }
  return (
    <Button variant="outline" isLoading={isSending} onClick={() => void activate()}>
      {t('core.lib.edit_user.activate_button')}
    </Button>
  )
}

/** A new password for another user; the field appears once its box is ticked. */
export function PasswordField({ user, errors }: EditUserProps): ReactNode {
  const { t, userId } = useApp()
  const [isSet, setIsSet] = useState(false)
  if (user.id === userId || !user.canEditCredentials) return null
  return (
    <>
      <Checkbox
        name="setPassword"
        checked={isSet}
        onChange={(event) => setIsSet(event.currentTarget.checked)}
      >
        {t('core.lib.edit_user.set_password_label')}
      </Checkbox>
      {isSet && (
        <InputField
          label={t('core.lib.edit_user.password_label')}
          name="password"
          type="password"
          autoComplete="new-password"
          autoFocus
          required
          error={errors.password}
        />
      )}
    </>
  )
}

/** The user's groups. None can remove themselves from the administrators; others change only groups that they have. */
export function GroupsField({ user, errors }: EditUserProps): ReactNode {
  const { t, store, userId } = useApp()
  const viewer = useSessionUser()
  if (!user.canEditGroups) return null
  const groups = assignableGroups(store.all('groups'))
  const userGroupIds = groupIdsOf(user)
  const ownGroupIds = viewer === undefined ? [] : groupIdsOf(viewer)
  const isFixed = (id: string) =>
    viewer?.isAdmin === true ? id === administratorsId && user.id === userId : !ownGroupIds.includes(id)
  return (
    <fieldset className="Field">
      <legend className="Field-label">{t('core.lib.edit_user.groups_heading')}</legend>
      <input type="hidden" name="hasGroups" value="1" />
      {groups.map((group) => (
        <div key={group.id}>
          <Checkbox
            name="groups"
            value={group.id}
            disabled={isFixed(group.id)}
            defaultChecked={userGroupIds.includes(group.id)}
          >
            <GroupBadge group={group} />
          </Checkbox>
          {/* Disabled boxes are not submitted, but the server expects the complete list. */}
          {isFixed(group.id) && userGroupIds.includes(group.id) && (
            <input type="hidden" name="groups" value={group.id} />
          )}
        </div>
      ))}
      {errors.groups && <p className="Field-error">{errors.groups}</p>}
    </fieldset>
  )
}
