import {
  Button,
  Checkbox,
  describeError,
  Modal,
  type ModalProps,
  useApp,
  useSessionUser,
} from '@parley/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useDate } from './dates.ts'
import { PolicyLink } from './PolicyLink.tsx'
import { answer, type PolicyRecord } from './policies.ts'
import './policies.css'

interface AcceptModalProps extends ModalProps {
  policies: readonly PolicyRecord[]
}

/** Asks for the answers to policies, one after the other. At the end the page is loaded again if the rights have changed. */
export function AcceptModal({ policies, close }: AcceptModalProps): ReactNode {
  const app = useApp()
  const { t, composer } = app
  const [index, setIndex] = useState(0)
  const [isTicked, setIsTicked] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<string>()
  const mustAccept = useRef(useSessionUser()?.fofTermsPoliciesMustAccept === true)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (index > 0) box.current?.focus()
  }, [index])
  const policy = policies[index]
  if (policy === undefined) return null
  const finish = () => {
    // A text that is being written is kept: it can be sent now.
    if (mustAccept.current && composer.state.target === undefined) window.location.reload()
    else close()
  }
  const send = async () => {
    if (isSending || (!isTicked && !policy.optional)) return
    setIsSending(true)
    setError(undefined)
    try {
      await answer(app, policy.id, isTicked)
      if (index === policies.length - 1) return finish()
      setIsTicked(false)
      setIndex(index + 1)
    } catch (failure) {
      const { key, lines } = describeError(failure, app.forum.baseOrigin)
      setError(key === undefined ? lines.join('\n') : t(key))
    }
    setIsSending(false)
  }
  return (
    <Modal
      title={t('terms.forum.accept-modal.title', { policy: policy.name })}
      close={close}
      closesOnBackdrop={false}
      footer={
        <>
          <Button onClick={() => close()}>{t('terms.forum.accept-modal.close')}</Button>
          <Button
            variant="primary"
            isLoading={isSending}
            isDisabled={!isTicked && !policy.optional}
            onClick={() => void send()}
          >
            {t('terms.forum.accept-modal.accept')}
          </Button>
        </>
      }
    >
      <div className="Form">
        {policies.length > 1 && (
          <p className="Muted">
            {t('terms.forum.accept-modal.progress_text', { number: index + 1, count: policies.length })}
          </p>
        )}
        <Update policy={policy} />
        <p>
          <PolicyLink policy={policy} />
        </p>
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
