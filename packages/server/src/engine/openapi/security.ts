import type { Part } from './schemas.ts'

/** How those who ask say who they are. */
export const securitySchemes: Part = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      '`Token` and an access token or API key, separated by a space. With a key that belongs to nobody `; userId=1` after it says who asks.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description: 'What browsers keep. The first answer of the API brings it, logging in fills it.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description:
      'With a session, for everything that is not only read. Answers bring it under the same name.',
  },
}

interface Door {
  /** Below `/api`, where `Authorization` counts. */
  isApi: boolean
  /** Needs no CSRF token. */
  isSafe: boolean
  /** Guests are refused. */
  needsAccount: boolean
}

/** The ways to prove who asks, any one of which will do. */
export function securityOf({ isApi, isSafe, needsAccount }: Door): Part[] {
  return [
    ...(isApi ? [{ token: [] }] : []),
    isSafe ? { session: [] } : { session: [], csrf: [] },
    ...(isSafe && !needsAccount ? [{}] : []),
  ]
}
