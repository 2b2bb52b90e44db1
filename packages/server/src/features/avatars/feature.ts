import { z } from 'zod'
import { documentAnswer } from '../../engine/http/endpoint.ts'
import { rowDocument } from '../../engine/jsonapi/row-document.ts'
import { currentRow } from '../../engine/jsonapi/rows.ts'
import { notFound, permissionDenied } from '../../infrastructure/errors.ts'
import { anyOf } from '../../points/access/conditions.ts'
import { type Policy, rowsWhere } from '../../points/access/policies.ts'
import { allow } from '../../points/access/verdicts.ts'
import type { Context } from '../../points/context/context.ts'
import { defineExtension } from '../../points/extension.ts'
import type { RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import { oneUpload } from '../../points/requests/uploads.ts'
import type { UserRow } from '../users/table.ts'
import { discardAvatar, setAvatar, storeUploadedAvatar } from './avatars.ts'

const path = '/api/users/:id/avatar'
const ownPicture = allow.because('core.admin.why.own_account')

/** The own picture, and those of accounts that the actor may edit. */
const ownOrEditable: Policy<UserRow, 'users'> = {
  verdict: (actor, user) =>
    actor.account?.id === user.id ? ownPicture : actor.can('edit', 'users', user) ? allow : undefined,
  scope: (eb, context) => {
    const { account } = context.actor
    const isOwn = account !== undefined && eb('users.id', '=', account.id)
    return { allow: anyOf([isOwn, rowsWhere(context, 'edit', 'users')]) }
  },
}

/** Avatars of accounts (api-core 3.5, 4.3). */
export const avatarsFeature = defineExtension({
  policies: { users: { uploadAvatar: ownOrEditable, removeAvatar: ownOrEditable } },
  resources: {
    users: {
      fields: {
        canUploadAvatar: {
          form: 'current',
          json: 'boolean',
          get: (user, { actor }) => actor.can('uploadAvatar', 'users', user),
        },
      },
    },
  },
  routes: [
    {
      method: 'POST',
      path,
      name: 'users.avatar.upload',
      uploads: {
        ...oneUpload,
        authorize: async ({ params }, context) => void (await findOwner(params.id, 'uploadAvatar', context)),
      },
      describes: {
        summary: 'Set the picture of an account',
        body: z.object({ avatar: z.file() }),
        answers: { 200: { resource: 'users' }, 403: 'error', 404: 'error', 422: 'error' },
      },
      run: upload,
    },
    {
      method: 'DELETE',
      path,
      name: 'users.avatar.delete',
      describes: {
        summary: 'Remove the picture of an account',
        answers: { 200: { resource: 'users' }, 403: 'error', 404: 'error' },
      },
      run: remove,
    },
  ],
})

async function upload({ params, files }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const userId = await findOwner(params.id, 'uploadAvatar', context)
  const name = await storeUploadedAvatar(
    context,
    files.find(({ field }) => field === 'avatar'),
  )
  try {
    await context.forum.write(context, (writing) => setAvatar(writing, userId, name))
  } catch (error) {
    await discardAvatar(context, name)
    throw error
  }
  return documentAnswer(200, await rowDocument(context, 'users', userId))
}

async function remove({ params }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const userId = await findOwner(params.id, 'removeAvatar', context)
  await context.forum.write(context, (writing) => setAvatar(writing, userId, null))
  return documentAnswer(200, await rowDocument(context, 'users', userId))
}

/** Finds the account, visible or not: 404 if it does not exist, 403 if the actor may not change its avatar. */
async function findOwner(
  id: string | undefined,
  ability: 'uploadAvatar' | 'removeAvatar',
  context: Context,
): Promise<number> {
  const user = /^\d{1,15}$/.test(id ?? '') ? await currentRow(context, 'users', Number(id)) : undefined
  if (!user) throw notFound()
  if (!context.actor.can(ability, 'users', user)) throw permissionDenied()
  return user.id
}
