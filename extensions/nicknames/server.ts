import { defineExtension } from '@parley/server'
import { checkNames } from './server/check-names.ts'
import { nicknameChecks } from './server/checks.ts'
import { nicknameColumn } from './server/columns.ts'
import { editNickname, editOwn } from './server/edit-nickname.ts'
import { nickname, refuseTakenUsername } from './server/nickname.ts'
import { nicknameSettingRules, nicknameSettings } from './server/settings.ts'

export type * from './shared.ts'

/** Members choose a name that is shown in place of their username. */
export default defineExtension({
  migrations: { '001_nickname': nicknameColumn },
  settings: nicknameSettings,
  settingRules: nicknameSettingRules,
  permissions: {
    [editOwn]: {
      default: ['member'],
      section: 'start',
      label: 'nicknames.admin.permissions.edit_own_nickname_label',
      order: 30,
      requires: ['viewForum'],
    },
  },
  policies: { users: { editNickname } },
  displayNames: {
    nickname: {
      label: 'nicknames.admin.basics.display_name_nickname_label',
      reads: ['nickname'],
      of: (user) => user.nickname,
      searched: { written: 'nickname', folded: 'nickname_folded' },
    },
  },
  userList: { names: ['nickname_folded'] },
  checks: nicknameChecks,
  audit: {
    'user.nicknameChanged': {
      text: 'nicknames.audit.nickname_changed_text',
      target: 'users',
      fields: { nickname: { label: 'nicknames.audit.nickname_label', isPersonal: true } },
    },
  },
  on: { 'user.registered': ({ user }, context) => refuseTakenUsername(user, context) },
  resources: {
    users: {
      abilities: ['editNickname'],
      fields: { nickname },
      writes: { check: checkNames },
    },
    forums: {
      fields: {
        displayNameDriver: {
          json: 'string',
          get: (_forum, { forum }) => forum.settings.get('display_name_driver') ?? 'username',
        },
      },
    },
  },
})
