import { type ReactNode, useRef, useState } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { VisuallyHidden } from '../../../ui/feedback/Feedback.tsx'
import { Avatar } from '../../../ui/identity/Avatar.tsx'
import { Dropdown } from '../../../ui/menus/Dropdown.tsx'
import { MenuItem } from '../../../ui/menus/Menu.tsx'
import { onIntent } from '../../../ui/on-intent.ts'
import { useDrop } from '../../../ui/use-drop.ts'
import { removeAvatar, uploadAvatar } from '../actions.ts'
import { useIsOnline } from '../card/online.ts'
import type { UserProps } from '../slots.ts'

const acceptedTypes = ['jpeg', 'png', 'bmp', 'gif', 'webp', 'avif'].map((type) => `image/${type}`)

const loadCrop = async () => (await import('./CropModal.tsx')).CropModal

/** A user's avatar with controls to change it: choose a file, or drop one. */
export function AvatarEditor({ user }: UserProps): ReactNode {
  const { t } = useApp()
  const isOnline = useIsOnline(user)
  const input = useRef<HTMLInputElement>(null)
  const { isLoading, upload, remove } = useAvatar(user)
  const { isDropping, ...dropping } = useDrop((file) => void upload(file))
  const choose = () => input.current?.click()
  const label = t('core.forum.user.avatar_upload_tooltip')
  return (
    <div
      className={classNames('AvatarEditor', isDropping && 'is-dropping', isLoading && 'is-loading')}
      aria-busy={isLoading || undefined}
      {...dropping}
    >
      <Avatar user={user} size="l" isOnline={isOnline} />
      {user.avatarUrl === null ? (
        <Button icon="edit" isIconOnly isSmall {...onIntent(loadCrop)} onClick={choose}>
          {label}
        </Button>
      ) : (
        <Dropdown icon="edit" isIconOnly isSmall label={label}>
          <MenuItem icon="image" load={loadCrop} onSelect={choose}>
            {t('core.forum.user.avatar_upload_button')}
          </MenuItem>
          <MenuItem icon="trash" isDanger onSelect={() => void remove()}>
            {t('core.forum.user.avatar_remove_button')}
          </MenuItem>
        </Dropdown>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedTypes.join()}
        aria-label={t('core.forum.user.avatar_upload_button')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Lets the same file be chosen twice in a row.
          currentTarget.value = ''
          if (file) void upload(file)
        }}
      />
      <span role="status">
        {isLoading && <VisuallyHidden>{t('core.lib.loading_indicator.accessible_label')}</VisuallyHidden>}
      </span>
    </div>
  )
}

function useAvatar(user: UserProps['user']) {
  const app = useApp()
  const [isLoading, setIsLoading] = useState(false)
  const save = async (write: () => Promise<void>) => {
    setIsLoading(true)
    try {
      await write()
    } catch (error) {
      app.alerts.showError(error)
    }
    setIsLoading(false)
  }
  const upload = async (file: File) => {
    if (isLoading) return
    // A message about an earlier file must not stand over this one.
    app.alerts.dismissRequestErrors()
    const picture = await crop(file)
    if (picture !== undefined) await save(() => uploadAvatar(app, user, picture))
  }
  // The server validates formats that this browser cannot decode.
  const crop = async (file: File): Promise<Blob | undefined> => {
    const picture = await createImageBitmap(file).catch(() => undefined)
    if (picture === undefined) return file
    return (await app.modals.load(loadCrop, { picture })) as Blob | undefined
  }
  return { isLoading, upload, remove: () => save(() => removeAvatar(app, user)) }
}
