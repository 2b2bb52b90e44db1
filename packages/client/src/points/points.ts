import { combineComposerLoads } from './composer/composer-loads.ts'
import { combineSyntaxes } from './composer/markup.ts'
import { combineEventPosts } from './event-posts.ts'
import { combineGambits } from './gambits.ts'
import { combineNotificationChannels } from './notification-channels.ts'
import { combineNotifications } from './notifications.ts'
import { combineIncludes } from './pages/includes.ts'
import { functionsOfCards } from './pages/link-cards.ts'
import type {} from './pages/post-html.ts'
import type {} from './pages/post-reference.ts'
import { combineReplyRefusals } from './reply-refusals.ts'
import { combineResourceTypes } from './resource-types.ts'
import { combineRoutes } from './routes.ts'
import { type LoadedItems, Slots } from './screen-slots.ts'
import { combineServices } from './services/services.ts'
import { combineShortcuts } from './shortcuts.ts'
import { declaredBy, type OnFault, type Source } from './sources.ts'
import { combineTitleCounts } from './title-counts.ts'

/** The combined declarations of all extension points. */
export type Points = ReturnType<typeof combinePoints>

/**
 * Combines the declarations of all sources, for every extension point. A new point is a file and a line here: the file adds
 * its section to `ClientExtension` and its result to `App`, and combines the one into the other.
 * @param loaded slot items that screens have loaded before.
 */
export function combinePoints(sources: readonly Source[], onFault: OnFault, loaded?: LoadedItems) {
  return {
    resourceTypes: combineResourceTypes(sources, onFault),
    slots: new Slots(sources, onFault, loaded),
    routes: combineRoutes(sources, onFault),
    includes: combineIncludes(sources, onFault),
    appearance: declaredBy(sources, 'appearance', onFault, Object.values),
    linkCards: declaredBy(sources, 'linkCards', onFault, functionsOfCards),
    postReferences: declaredBy(sources, 'postReference', onFault),
    postHtml: declaredBy(sources, 'postHtml', onFault),
    renderedPosts: declaredBy(sources, 'renderedPosts', onFault),
    searchSection: declaredBy(sources, 'searchSection', onFault),
    afterLogIn: declaredBy(sources, 'afterLogIn', onFault),
    eventPosts: combineEventPosts(sources),
    notifications: combineNotifications(sources),
    notificationChannels: combineNotificationChannels(sources),
    gambits: combineGambits(sources),
    replyRefusals: combineReplyRefusals(sources),
    syntaxes: combineSyntaxes(sources),
    composerLoads: combineComposerLoads(sources),
    services: combineServices(sources, onFault),
    shortcuts: combineShortcuts(sources),
    titleCounts: combineTitleCounts(sources),
  }
}
