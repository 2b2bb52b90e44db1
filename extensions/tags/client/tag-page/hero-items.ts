import { TagHero } from './TagHero.tsx'
import { TagHeading } from './tag-list.ts'

export default [TagHeading.add('tag', TagHero)]
