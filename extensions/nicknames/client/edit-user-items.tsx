import { EditUserFields, type EditUserProps, InputField, useT } from '@parley/client'
import { type ReactNode, useState } from 'react'
import { useShowsNicknames } from './shows-nicknames.ts'

/** The nickname of another user. It has a name, and is therefore sent, once it has changed. */
function NicknameField({ user, errors }: EditUserProps): ReactNode {
  const t = useT()
  const nickname = user.displayName === user.username ? '' : user.displayName
  const [entered, setEntered] = useState(nickname)
  if (!useShowsNicknames() || !user.canEditNickname) return null
  return (
    <InputField
      label={t('nicknames.forum.edit_user.nicknames_heading')}
      help={t('nicknames.forum.edit_user.nicknames_text')}
      name={entered === nickname ? undefined : 'nickname'}
      autoComplete="off"
      dir="auto"
      spellCheck={false}
      value={entered}
      onChange={(event) => setEntered(event.currentTarget.value)}
      error={errors.nickname ?? ''}
    />
  )
}

export default [EditUserFields.add('nickname', NicknameField, { priority: 95 })]
