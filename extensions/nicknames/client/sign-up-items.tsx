import { SessionField, SignUpFields, type SignUpProps, useForum, useT } from '@parley/client'
import { type ReactNode, useEffect, useState } from 'react'
import { useShowsNicknames } from './shows-nicknames.ts'

function NicknameField({ errors }: SignUpProps): ReactNode {
  const t = useT()
  const isOffered = useIsOffered()
  const isRequired = useForum().randomizeUsernameOnRegistration
  if (!isOffered) return null
  return (
    <SessionField
      name="nickname"
      label={t('nicknames.forum.sign_up.nickname_placeholder')}
      help={t('nicknames.forum.sign_up.nickname_text')}
      autoComplete="nickname"
      isOptional={!isRequired}
      isBrowserRule
      errors={errors}
    />
  )
}

/** A random username in place of the field, where administrators want that. Without scripts the field stays. */
function RandomUsername({ values, children }: SignUpProps & { children: ReactNode }): ReactNode {
  const isOffered = useIsOffered()
  const { randomizeUsernameOnRegistration } = useForum()
  const [username, setUsername] = useState<string>()
  useEffect(() => setUsername(randomUsername()), [])
  if (!isOffered || !randomizeUsernameOnRegistration || values.external?.provided.includes('username'))
    return children
  return (
    <>
      <noscript>{children}</noscript>
      {username !== undefined && <input type="hidden" name="username" value={username} />}
    </>
  )
}

function useIsOffered(): boolean {
  const { setNicknameOnRegistration } = useForum()
  return useShowsNicknames() && setNicknameOnRegistration === true
}

/** Two random numbers of 32 bits. */
function randomUsername(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('')
}

export default [
  SignUpFields.add('nickname', NicknameField, { priority: 95 }),
  SignUpFields.wrap('username', RandomUsername),
]
