import { useApp, useForum, useRouterState, useSessionUser } from '@parley/client'
import { type ReactNode, useEffect, useRef } from 'react'
import { review, usePending } from './policies.ts'

/**
 * Asks a member who owes an acceptance: once for each page that is loaded, where discussions are listed, and everywhere in a forum
 * that guests may not see.
 */
export function AcceptanceWatch(): ReactNode {
  const app = useApp()
  const { canViewForum } = useForum()
  const { location } = useRouterState().entry
  const mustAccept = useSessionUser()?.fofTermsPoliciesMustAccept === true
  const pending = usePending()
  const wasAsked = useRef(false)
  const isHere = location?.list !== undefined || !canViewForum
  useEffect(() => {
    if (!mustAccept || !isHere || wasAsked.current || pending.length === 0) return
    wasAsked.current = true
    review(app, pending)
  }, [app, mustAccept, isHere, pending])
  return null
}
