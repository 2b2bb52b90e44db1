import type { ReactNode } from 'react'
import { useT } from '../../../points/app-context.ts'
import type { ReplyRefusal } from '../../../points/reply-refusals.ts'
import { Icon } from '../../../ui/Icon.tsx'

/** Says why the viewer cannot reply. */
export function RefusalNote({ refusal }: { refusal: ReplyRefusal }): ReactNode {
  const t = useT()
  return (
    <p className="StateNote">
      <Icon name={refusal.icon} isSmall />
      <span>{t(refusal.text)}</span>
    </p>
  )
}
