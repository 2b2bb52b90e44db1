import { validationError } from '../../infrastructure/errors.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import { Unfetchable } from '../../infrastructure/public-fetch/connection.ts'
import { fetchPublic } from '../../infrastructure/public-fetch/requests.ts'
import { problemOf } from '../../infrastructure/schema/problems.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { WriteInput } from '../../points/resources/endpoints.ts'
import { discardAvatar, storeAvatar } from '../avatars/avatars.ts'
import { type ProvidedAttributes, readRegistrationToken } from '../external-log-in/registration-tokens.ts'

const pictureLimits = { accept: 'image/*', maximumBytes: 2048 * 1024, seconds: 10 }

/** Input of a registration whose identity another site has verified (api-core 3.5). */
export interface ExternalRegistration {
  token: string
  provided: ProvidedAttributes
  /** The sent attributes, overridden by the provided ones; a random password if none was sent. */
  attributes: Readonly<Record<string, unknown>>
}

/** Reads the registration token of a request, if any; 403 for an invalid one. */
export async function readExternalRegistration(
  { attributes }: WriteInput,
  context: Context,
): Promise<ExternalRegistration | undefined> {
  const { token, ...sent } = attributes
  if ((token ?? null) === null) return undefined
  const { provided } = await readRegistrationToken(context.db, token, context.now)
  const { username, email } = provided
  return {
    token: token as string,
    provided,
    attributes: {
      ...sent,
      ...(username !== undefined && { username }),
      ...(email !== undefined && { email }),
      password: sent.password ?? randomText(40),
    },
  }
}

/**
 * Fetches and stores the provided picture for a new account. 422 if the picture cannot be fetched (api-core D14).
 * @returns the file's name, for `users.avatar_url`.
 */
export async function fetchProvidedAvatar(context: Context, url: string): Promise<string> {
  const { forum } = context
  const name = 'avatar_url'
  const picture = await fetchPublic(forum, url, pictureLimits)
  if (picture instanceof Unfetchable)
    throw validationError({ problems: [problemOf('url', name, translatorOf(context))] })
  return await storeAvatar(context, picture, name)
}

/** Deletes the picture after the creation of the account failed. */
export async function discardProvidedAvatar(context: Context, name: string | undefined): Promise<void> {
  if (name !== undefined) await discardAvatar(context, name)
}
