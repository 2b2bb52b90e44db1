import { EditUserFields, type EditUserProps, InputField, useT } from '@parley/client'
import type { ReactNode } from 'react'
import { useShowsNicknames } from './shows-nicknames.ts'

/** The nickname of another user. */
function NicknameField({ user, errors }: EditUserProps): ReactNode {
  const t = useT()
  if (!useShowsNicknames() || !user.canEditNickname) return null
  return (
    <InputField
      label={t('nicknames.forum.edit_user.nicknames_heading')}
      help={t('nicknames.forum.edit_user.nicknames_text')}
      name="nickname"
      autoComplete="off"
      dir="auto"
      spellCheck={false}
      defaultValue={user.displayName === user.username ? '' : user.displayName}
      error={errors.nickname ?? ''}
    />
  )
}

export default [EditUserFields.add('nickname', NicknameField, { priority: 95 })]
