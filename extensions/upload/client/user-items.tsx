import { type UserProps, UserTab, UserTabs, useApp, userPath } from '@parley/client'
import type { ReactNode } from 'react'
import { seesUploads } from './uploads-page/sees-uploads.ts'

export default [UserTabs.add('uploads', UploadsTab, { priority: 80 })]

function UploadsTab({ user }: UserProps): ReactNode {
  const app = useApp()
  if (!seesUploads(app, user)) return null
  const count = user['fof-upload-uploadCountCurrent'] ?? 0
  const isOwn = user.id === app.userId
  return (
    <UserTab path={`${userPath(user)}/uploads`} icon="media" {...(count > 0 && { count })}>
      {isOwn ? app.t('upload.forum.buttons.media') : app.t('upload.forum.buttons.user_uploads')}
    </UserTab>
  )
}
