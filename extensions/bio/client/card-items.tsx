import { UserCardBody } from '@parley/client'
import { Bio } from './Bio.tsx'

export default [UserCardBody.add('bio', Bio, { when: ({ user }) => user.canViewBio === true })]
