import type { ReactNode } from 'react'
import type { ReplyRefusal } from '../../../points/reply-refusals.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useRefusalText } from './use-refusal-text.ts'

/** Says why the viewer cannot reply. */
export function RefusalNote({ refusal }: { refusal: ReplyRefusal }): ReactNode {
  return (
    <p className="StateNote">
      <Icon name={refusal.icon} isSmall />
      <span>{useRefusalText(refusal)}</span>
    </p>
  )
}
