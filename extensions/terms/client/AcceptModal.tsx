import {
  Button,
  Checkbox,
  describeError,
  loadDocument,
  Modal,
  type ModalProps,
  useApp,
  useSessionUser,
} from '@parley/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useDate } from './dates.ts'
import { PolicyLink } from './PolicyLink.tsx'
import { answer, type PolicyRecord, refreshedPending } from './policies.ts'
import './policies.css'

interface AcceptModalProps extends ModalProps {
  policies: readonly PolicyRecord[]
}

/** Asks for the answers to policies, one after the other. At the end the page is loaded again if the rights have changed. */
export function AcceptModal({ policies, close }: AcceptModalProps): ReactNode {
  const { t } = useApp()
  const { policy, number, count, send, leave, isSending, error } = useQuestions(policies, close)
  const [isTicked, setIsTicked] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const asked = useRef(policy?.id)
  useEffect(() => {
    if (asked.current === policy?.id) return
    asked.current = policy?.id
    // A tick is for one policy only.
    setIsTicked(false)
    box.current?.focus()
  }, [policy?.id])
  if (policy === undefined) return null
  return (
    <Modal
      title={t('terms.forum.accept-modal.title', { policy: policy.name })}
      close={leave}
      closesOnBackdrop={false}
      footer={
        <>
          <Button onClick={leave}>{t('terms.forum.accept-modal.close')}</Button>
          <Button
            variant="primary"
            isLoading={isSending}
            isDisabled={!isTicked && !policy.optional}
            onClick={() => void send(isTicked)}
          >
            {t('terms.forum.accept-modal.accept')}
          </Button>
        </>
      }
    >
      <div className="Form">
        {count > 1 && (
          <p className="Muted">{t('terms.forum.accept-modal.progress_text', { number, count })}</p>
        )}
        <Update policy={policy} />
        {policy.url && (
          <p>
            <PolicyLink policy={policy} />
          </p>
        )}
        <Checkbox
          ref={box}
          checked={isTicked}
          onChange={({ currentTarget }) => setIsTicked(currentTarget.checked)}
        >
          {t('terms.forum.accept-modal.i-accept', { policy: policy.name })}
        </Checkbox>
        {policy.optional && <p className="Muted">{t('terms.forum.accept-modal.optional_text')}</p>}
        <p role="alert" className="Field-error">
          {error}
        </p>
      </div>
    </Modal>
  )
}

/** The policies that are still to be answered, and what answers them. Without one left the modal closes. */
function useQuestions(policies: readonly PolicyRecord[], close: () => void) {
  const app = useApp()
  const { t, store, composer, userId = '' } = app
  const [queue, setQueue] = useState({ left: policies, count: policies.length })
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<string>()
  const owes = () => store.get('users', userId)?.fofTermsPoliciesMustAccept === true
  const owed = useRef(owes())
  const leave = () => {
    if (owes() === owed.current) return close()
    // The rights have changed. A text that is being written is kept: it can be sent now.
    if (composer.state.target === undefined) return window.location.reload()
    close()
    void loadDocument(app, '/').catch(() => {})
  }
  const goOn = (left: readonly PolicyRecord[], count: number) => {
    if (left.length === 0) leave()
    else setQueue({ left, count })
  }
  const [policy] = queue.left
  const send = async (isAccepted: boolean) => {
    if (policy === undefined || isSending || (!isAccepted && !policy.optional)) return
    setIsSending(true)
    setError(undefined)
    try {
      await answer(app, policy.id, isAccepted)
      goOn(queue.left.slice(1), queue.count)
    } catch (failure) {
      const { key, lines } = describeError(failure, app.forum.baseOrigin)
      setError(key === undefined ? lines.join('\n') : t(key))
      // An administrator may have deleted it meanwhile, or made it mandatory.
      const left = await refreshedPending(app)
      if (left) goOn(left, left.length)
    }
    setIsSending(false)
  }
  return {
    policy,
    number: queue.count - queue.left.length + 1,
    count: queue.count,
    send,
    leave,
    isSending,
    error,
  }
}

/** When the terms changed, and what has changed. */
function Update({ policy }: { policy: PolicyRecord }): ReactNode {
  const { t } = useApp()
  const state = useSessionUser()?.fofTermsPoliciesState?.[policy.id]
  const write = useDate()
  const wasAnswered = state?.accepted_at != null
  const { terms_updated_at: changed, update_message: message } = policy
  return (
    <>
      {changed ? (
        <p className="Muted">{t('terms.forum.accept-modal.updated-at', { date: write(changed) })}</p>
      ) : (
        wasAnswered && <p className="Muted">{t('terms.forum.accept-modal.updated-recently')}</p>
      )}
      {message && (
        <p className="PolicyText" dir="auto">
          {message}
        </p>
      )}
    </>
  )
}
