import type { Part } from './schemas.ts'

/** The ways to authenticate. */
export const securitySchemes: Part = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      '`Token` and an access token or API key, separated by a space. After a key without an account, `; userId=1` names the account to act as.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description:
      'The session of a browser. The first answer of the API sets it, and logging in binds it to an account.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'Required with a session for unsafe methods. Answers send it in a header of the same name.',
  },
}

interface Access {
  /** Below `/api`, where `Authorization` is read. */
  isApi: boolean
  /** Needs no CSRF token. */
  isSafe: boolean
  /** Guests are refused. */
  needsAccount: boolean
}

/** The accepted ways to authenticate: any one suffices. */
export function securityOf({ isApi, isSafe, needsAccount }: Access): Part[] {
  return [
    ...(isApi ? [{ token: [] }] : []),
    isSafe ? { session: [] } : { session: [], csrf: [] },
    ...(isSafe && !needsAccount ? [{}] : []),
  ]
}
