import { WritingFormFields } from '@parley/client'
import { FormTags } from './FormTags.tsx'

export default [WritingFormFields.add('tags', FormTags)]
