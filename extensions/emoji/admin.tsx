import { defineClientExtension } from '@parley/client'
import { CategoriesField } from './admin/CategoriesField.tsx'

export default defineClientExtension({ settingFields: { 'emoji.categories': CategoriesField } })
