import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface Forum {
    /** Name of the chosen kind of display names. */
    displayNameDriver?: string
    setNicknameOnRegistration?: boolean
    randomizeUsernameOnRegistration?: boolean
  }

  interface User {
    canEditNickname?: boolean
  }
}
