import { apiContentType } from '../../engine/http/answers/documents.ts'
import { answer } from '../../engine/jsonapi/api.ts'
import { prepareQuery } from '../../engine/jsonapi/prepared-queries.ts'
import { loadRows, rememberRows, resourceOf, visibleRows } from '../../engine/jsonapi/rows.ts'
import { adminPermissions } from '../../points/access/permissions.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route, RouteAnswer } from '../../points/requests/routes.ts'
import type { Json } from '../../points/resources/described.ts'
import type { Field } from '../../points/resources/fields.ts'
import type { Relation } from '../../points/resources/relations.ts'
import type { ForumRow } from '../../points/resources/resource-rows.ts'
import { groupPosition } from '../groups/position.ts'
import { welcomeFor } from './welcome.ts'

type Get = (context: Context) => unknown

function fieldsFrom(json: Json, values: Record<string, Get>): Record<string, Field<ForumRow>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, get]) => [
      name,
      { json, get: (_row: ForumRow, context: Context) => get(context) },
    ]),
  )
}

const maySeeAdmin = (_forum: ForumRow, { actor, viewAs }: Context) => !viewAs && actor.can('administrate')
const mayEnterAdmin = (_forum: ForumRow, { actor, forum, viewAs }: Context) =>
  !viewAs && adminPermissions(actor, forum.points.permissions).length > 0

/** The attributes of the forum besides its public settings (api-core 2.1). */
export const forumFields: Record<string, Field<ForumRow>> = {
  ...fieldsFrom('string', {
    baseUrl: ({ forum }) => forum.baseUrl,
    basePath: ({ forum }) => forum.basePath,
    baseOrigin: ({ forum }) => originOf(forum),
    apiUrl: ({ forum }) => `${forum.baseUrl}/api`,
    assetsBaseUrl: ({ forum }) => `${originOf(forum)}${forum.rootPath}/assets`,
  }),
  ...fieldsFrom('string?', {
    logoUrl: (context) => assetUrl(context, context.forum.settings.get('logo_path')),
    faviconUrl: (context) => assetUrl(context, context.forum.settings.get('favicon_path')),
    defaultRoute: homeOf,
    welcomeTitle: (context) => welcomeFor(context).welcome_title,
    welcomeMessage: (context) => welcomeFor(context).welcome_message,
  }),
  ...fieldsFrom('boolean', {
    debug: ({ forum }) => forum.debug,
    canViewForum: ({ actor }) => actor.can('viewForum'),
    canStartDiscussion: ({ actor }) => actor.can('startDiscussion'),
    canSearchUsers: ({ actor }) => actor.can('searchUsers'),
    canCreateAccessToken: ({ actor }) => actor.can('createAccessToken'),
    canModerateAccessTokens: ({ actor }) => actor.can('moderateAccessTokens'),
  }),
  realtime: {
    json: 'boolean',
    visible: (_forum, { forum, viewAs }) => !viewAs && forum.settings.get('realtime'),
    get: () => true,
  },
  adminUrl: {
    json: 'string',
    visible: mayEnterAdmin,
    get: (_forum, context) => `${context.forum.baseUrl}/admin`,
  },
  version: { json: 'string', visible: maySeeAdmin, get: (_forum, context) => context.forum.version },
}

const selectGroups = prepareQuery((context) =>
  visibleRows(context, resourceOf(context, 'groups')).orderBy(groupPosition).orderBy('id'),
)

export const forumRelations: Record<string, Relation<ForumRow>> = {
  groups: {
    to: 'groups',
    many: true,
    async load([forum], context) {
      if (!forum || !context.forum.points.resources.has('groups')) return new Map()
      const rows = await selectGroups(context, {})
      rememberRows(context, 'groups', rows)
      return new Map([[forum.id, rows]])
    },
  },
  actor: {
    to: 'users',
    form: 'current',
    async load([forum], context) {
      const { actor, viewAs } = context
      const row = viewAs?.madeUpUser ?? (actor.account && (await ownRow(context, actor.account.id)))
      return forum && row ? new Map([[forum.id, row]]) : new Map()
    },
  },
}

/** `GET /api` and `GET /api/`: the forum has no table, and so no generated paths of a resource. */
export const forumRoutes: Route[] = ['/api', '/api/'].map((path) => ({
  method: 'GET',
  path,
  isInViews: true,
  describes: { summary: 'Show the forum', answers: { 200: { resource: 'forums' }, 400: 'error' } },
  run: async ({ query }, context): Promise<RouteAnswer> => {
    const { status, document } = await answer(context, { type: 'forums', endpoint: 'show', id: '1', query })
    return { status, json: document, contentType: apiContentType }
  },
}))

function assetUrl({ forum }: Context, path: string | null): string | null {
  return path ? forum.files.url(path) : null
}

/** The path of the home page. A page that the visitor may not open is none. */
function homeOf(context: Context): string | null {
  const { settings, points } = context.forum
  const route = settings.get('default_route')
  return points.homePages.get(route ?? '')?.isOpen?.(context) === false ? '/all' : route
}

function originOf({ baseUrl, basePath }: Context['forum']): string {
  return baseUrl.slice(0, baseUrl.length - basePath.length)
}

async function ownRow(context: Context, id: number) {
  return (await loadRows(context, 'users', [id])).get(id)
}
