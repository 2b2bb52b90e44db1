import { NotificationSettings } from '@parley/client'
import { WrapperAlert } from './WrapperAlert.tsx'

export default [NotificationSettings.add('pwaWrapper', WrapperAlert, { priority: 110 })]
