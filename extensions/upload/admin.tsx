import { defineClientExtension } from '@parley/client'
import { TypesField } from './admin/TypesField.tsx'

export default defineClientExtension({ settingFields: { 'upload.types': TypesField } })
