import { useEffect, useState } from 'react'
import type { Draft } from '../../base/composer/draft.ts'
import { useApp } from '../../points/app-context.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { prepareMarkup } from '../composer/preview/post-markup.ts'

/** A row of the list of drafts. */
export interface DraftEntry extends Draft {
  key: string
  target: ComposerTarget
  /** RFC 3339. */
  changedAt: string
  /**
   * `free`: can be continued and deleted. `shown`: the composer of this tab has it. `elsewhere`: another tab has it.
   * `sending` and `waiting`: this tab sends it, or waits for a connection.
   */
  state: 'free' | 'shown' | 'elsewhere' | 'sending' | 'waiting'
  /** It is being sent, or any tab will send it. */
  isOutgoing: boolean
  /** Ends sending. */
  stop?: () => void
}

/** Milliseconds between two looks at a draft that another tab holds: browsers do not report that a tab lets go. */
const lockInterval = 2000

/** The account's drafts, latest first, with those that are being sent; `undefined` until they are read. */
export function useDraftList(): readonly DraftEntry[] | undefined {
  const app = useApp()
  const { composer } = app
  const { drafts, outbox } = composer
  const [entries, setEntries] = useState<readonly DraftEntry[]>()
  useEffect(() => {
    let hasEnded = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      const [listed] = await Promise.all([drafts.list(), prepareMarkup(app)])
      if (hasEnded) return
      const outgoing = outbox.state.map((text): DraftEntry => {
        const { draft, fields, subject, sentAt, isWaiting, stop } = text
        const state = isWaiting ? 'waiting' : 'sending'
        const { key, target } = draft
        return { key, target, fields, subject, changedAt: sentAt, state, isOutgoing: true, stop }
      })
      const others = listed
        .filter(({ key }) => outbox.find(key) === undefined)
        .map((draft): DraftEntry => {
          const isShown = composer.openDraft?.key === draft.key
          const state = isShown ? 'shown' : draft.isHeld ? 'elsewhere' : 'free'
          return { ...draft, state, isOutgoing: draft.isQueued === true && !isShown }
        })
      setEntries([...outgoing, ...others])
      clearTimeout(timer)
      if (others.some(({ state }) => state === 'elsewhere')) timer = setTimeout(handleChange, lockInterval)
    }
    const handleChange = () => void read()
    handleChange()
    const unsubscribers = [drafts.subscribe(handleChange), outbox.subscribe(handleChange)]
    return () => {
      hasEnded = true
      for (const unsubscribe of unsubscribers) unsubscribe()
      clearTimeout(timer)
    }
  }, [app, composer, drafts, outbox])
  return entries
}
