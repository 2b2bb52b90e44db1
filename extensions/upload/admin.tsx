import { defineClientExtension } from '@parley/client'
import { OfEnvironment } from './admin/OfEnvironment.tsx'
import { TypesField } from './admin/TypesField.tsx'

export default defineClientExtension({
  settingFields: { 'upload.types': TypesField, 'upload.environment': OfEnvironment },
})
