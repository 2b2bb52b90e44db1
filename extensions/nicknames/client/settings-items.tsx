import { AccountSettings, Button, onIntent, SettingRow, useApp, useSessionUser } from '@parley/client'
import type { ReactNode } from 'react'
import { useShowsNicknames } from './shows-nicknames.ts'

const loadModal = async () => (await import('./ChangeNicknameModal.tsx')).ChangeNicknameModal

function NicknameSetting(): ReactNode {
  const { t, modals } = useApp()
  const user = useSessionUser()
  if (!useShowsNicknames() || !user?.canEditNickname) return null
  return (
    <SettingRow label={t('nicknames.forum.settings.nickname_label')} text={<bdi>{user.displayName}</bdi>}>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        {...onIntent(loadModal)}
        onClick={() => void modals.load(loadModal, {})}
      >
        {t('nicknames.forum.settings.change_nickname_button')}
      </Button>
    </SettingRow>
  )
}

export default [AccountSettings.add('nickname', NicknameSetting, { priority: 95 })]
