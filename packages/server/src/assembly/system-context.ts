import { Actor, administrators } from '../points/context/actor.ts'
import { type Context, type Forum, rulesOf } from '../points/context/context.ts'

/** Returns a context for commands or jobs, with all permissions and no account. */
export function systemContext(forum: Forum, process: 'job' | 'commandLine'): Context {
  const actor = new Actor(rulesOf(forum), undefined, [administrators])
  const { database, locale } = forum
  return { forum, actor, db: database.read, now: forum.now(), locale, process, cache: new Map() }
}
