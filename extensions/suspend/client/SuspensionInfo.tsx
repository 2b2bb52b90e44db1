import { DismissButton, Modal, type ModalProps, Rich, useApp } from '@parley/client'
import type { ReactNode } from 'react'
import { isIndefinite } from '../shared.ts'
import { EndTime } from './EndTime.tsx'

interface SuspensionInfoProps extends ModalProps {
  message: string
  end: string
}

/** Tells a member that the account is suspended, until when, and what moderators say about it. Closes with true. */
export function SuspensionInfo({ message, end, close }: SuspensionInfoProps): ReactNode {
  const { t } = useApp()
  const read = () => close(true)
  return (
    <Modal
      title={t('suspend.forum.suspension_info.title')}
      close={read}
      footer={<DismissButton close={read}>{t('suspend.forum.suspension_info.dismiss_button')}</DismissButton>}
    >
      <p>
        <Rich
          id={
            isIndefinite(end)
              ? 'suspend.forum.suspension_info.indefinite'
              : 'suspend.forum.suspension_info.limited'
          }
          params={{ until: <EndTime value={end} /> }}
        />
      </p>
      <blockquote className="Muted SuspensionInfo-message" dir="auto">
        {message}
      </blockquote>
    </Modal>
  )
}
