import { Alert, Button, useT } from '@parley/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface OfferProps {
  text: string
  /** Of the button. */
  label: string
  /** This device may notify. */
  isOn: boolean
  accept(): void | Promise<void>
}

/** Offers to let this device notify. Once that is accepted here, it says that it is on. */
export function Offer({ text, label, isOn, accept }: OfferProps): ReactNode {
  const t = useT()
  const [isBusy, setIsBusy] = useState(false)
  const [isAccepted, setIsAccepted] = useState(false)
  const confirmation = useRef<HTMLDivElement>(null)
  const isNew = isOn && isAccepted
  // The button that had the focus is gone.
  useEffect(() => {
    if (isNew) confirmation.current?.focus()
  }, [isNew])
  if (isNew)
    return (
      <div ref={confirmation} tabIndex={-1}>
        <Alert tone="success">{t('pwa.forum.settings.pwa_notifications.access_granted')}</Alert>
      </div>
    )
  if (isOn) return null
  const handleClick = async () => {
    setIsBusy(true)
    setIsAccepted(true)
    await accept()
    setIsBusy(false)
  }
  return (
    <Alert
      controls={
        <Button variant="outline" isLoading={isBusy} onClick={() => void handleClick()}>
          {label}
        </Button>
      }
    >
      {text}
    </Alert>
  )
}
