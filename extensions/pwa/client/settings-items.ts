import { NotificationSettings } from '@parley/client'
import { PushAlert } from './push/PushAlert.tsx'
import { WrapperAlert } from './push/WrapperAlert.tsx'

export default [
  NotificationSettings.add('push', PushAlert, { priority: 120 }),
  NotificationSettings.add('pushWrapper', WrapperAlert, { priority: 110 }),
]
