import { mailKind } from '@parley/shared'
import { type ReactNode, useId } from 'react'
import { useApp, useT } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { VisuallyHidden } from '../../ui/feedback/Feedback.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TimeTip } from '../../ui/menus/Tip.tsx'
import { AdminSection } from '../frame/AdminSection.tsx'
import { type MailDocument, type MailState, type OutgoingMail, useOutgoingMail } from './outgoing-mail.ts'

interface OutgoingMailsProps {
  failed: MailDocument
  waiting: MailDocument
}

/** The mail that could not be sent, and what waits. Bodies and links are never shown. */
export function OutgoingMails({ failed, waiting }: OutgoingMailsProps): ReactNode {
  const t = useT()
  const reload = () => void Promise.all([failedList.reload(), waitingList.reload()])
  const failedList = useOutgoingMail('failed', failed, reload)
  const waitingList = useOutgoingMail('waiting', waiting, reload)
  const isEmpty = failedList.mails.length === 0 && waitingList.mails.length === 0
  return (
    <AdminSection heading={t('core.admin.email.outgoing_heading')} text={t('core.admin.email.outgoing_text')}>
      {isEmpty ? (
        <p className="MailList-empty">
          <Icon name="check" isSmall /> {t('core.admin.email.outgoing_empty_text')}
        </p>
      ) : (
        <>
          <MailGroup state="failed" list={failedList} />
          <MailGroup state="waiting" list={waitingList} />
        </>
      )}
      <div>
        <Button
          variant="outline"
          isSmall
          isLoading={failedList.isLoading || waitingList.isLoading}
          onClick={reload}
        >
          {t('core.admin.email.refresh_button')}
        </Button>
      </div>
    </AdminSection>
  )
}

interface MailGroupProps {
  state: MailState
  list: ReturnType<typeof useOutgoingMail>
}

function MailGroup({ state, list }: MailGroupProps): ReactNode {
  const t = useT()
  const id = useId()
  if (list.mails.length === 0) return null
  return (
    <div className="MailList">
      <h3 id={id}>{t(`core.admin.email.${state}_heading`)}</h3>
      <ul aria-labelledby={id}>
        {list.mails.map((mail) => (
          <MailItem key={mail.id} mail={mail} state={state} list={list} />
        ))}
      </ul>
      {list.hasMore && (
        <Button isLoading={list.isLoading} onClick={() => void list.loadMore()}>
          {t('core.ref.load_more')}
        </Button>
      )}
    </div>
  )
}

function MailItem({ mail, state, list }: MailGroupProps & { mail: OutgoingMail }): ReactNode {
  const { t } = useApp()
  const {
    description,
    recipient,
    error,
    attempts,
    createdAt,
    failedAt,
    dueAt,
    isRunning = false,
  } = mail.attributes
  const to = recipient ?? t('core.admin.email.unknown_recipient')
  const label = (name: string) => (
    <>
      {t(`core.admin.email.${name}_button`)}
      <VisuallyHidden> {to}</VisuallyHidden>
    </>
  )
  return (
    <li className="MailList-item">
      <div className="MailList-main">
        <p>
          <strong dir="auto">{to}</strong>{' '}
          <span className="MailList-kind">{t(`core.admin.email.kinds.${mailKind(description)}`)}</span>
        </p>
        <p className="MailList-times">
          {t('core.admin.email.created_text')} <TimeTip value={createdAt} />
          {failedAt && (
            <>
              {' · '}
              {t('core.admin.email.failed_text', { count: attempts })} <TimeTip value={failedAt} />
            </>
          )}
          {dueAt && (
            <>
              {' · '}
              {isRunning ? t('core.admin.email.running_text') : t('core.admin.email.due_text')}{' '}
              {!isRunning && <TimeTip value={dueAt} />}
            </>
          )}
        </p>
        {error && (
          <p className="Field-error" dir="auto">
            <Icon name="warn" isSmall />
            {error}
          </p>
        )}
      </div>
      <div className="MailList-controls">
        <Button
          isSmall
          variant="outline"
          isDisabled={isRunning || list.isLoading}
          onClick={() => void list.send(mail)}
        >
          {label(state === 'failed' ? 'retry' : 'send_now')}
        </Button>
        <Button
          isSmall
          isDanger
          isDisabled={isRunning || list.isLoading}
          onClick={() => void list.drop(mail)}
        >
          {label('drop')}
        </Button>
      </div>
    </li>
  )
}
