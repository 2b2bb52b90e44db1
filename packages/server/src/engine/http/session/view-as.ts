import { viewAsReadOnly } from '../../../infrastructure/errors.ts'
import type { Account } from '../../../points/context/actor.ts'
import type { Context, Forum, ViewAs } from '../../../points/context/context.ts'
import type { Session } from '../../../points/requests/session.ts'

/** The account or group that a credential lets an administrator view the forum as. */
export interface Viewed extends ViewAs {
  /** Undefined for guests. */
  account?: Account
  /** Ids of the assigned groups. */
  groupIds: readonly number[]
}

/**
 * Finds what a credential in an address stands for; undefined unless it is valid now, for this session and the actor of this
 * context.
 */
export type FindViewed = (
  credential: string,
  session: Session,
  context: Context,
) => Promise<Viewed | undefined>

/** An address within a view of the forum as another: `/view-as/<credential>/d/1`. */
interface ViewAsAddress {
  credential: string
  /** The base path of the view. */
  basePath: string
  /** The address without the part that belongs to the view. */
  url: string
}

/** Takes an address apart; undefined for addresses outside of views. `basePath` is the forum's. */
export function viewAsAddress(url: string, basePath: string): ViewAsAddress | undefined {
  const prefix = `${basePath}/view-as/`
  if (!url.startsWith(prefix)) return undefined
  const [, credential = '', rest = ''] = /^([^/?]*)(.*)$/s.exec(url.slice(prefix.length)) ?? []
  const path = rest.startsWith('/') ? rest : `/${rest}`
  return { credential, basePath: prefix + credential, url: basePath + path }
}

/** Returns the base path of a view. */
export function viewAsBasePath({ basePath }: Pick<Forum, 'basePath'>, credential: string): string {
  return `${basePath}/view-as/${credential}`
}

/** Returns the forum as a view shows it: its links stay in the view, and nothing can be written. */
export function viewedForum(forum: Forum, basePath: string): Forum {
  const baseUrl = forum.baseUrl.slice(0, forum.baseUrl.length - forum.basePath.length) + basePath
  const write = () => Promise.reject(viewAsReadOnly())
  return { ...forum, basePath, baseUrl, write }
}
