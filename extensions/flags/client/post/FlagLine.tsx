import { Rich, TimeTip, useApp, useHasItems, useRelated } from '@parley/client'
import type { ReactNode } from 'react'
import { type FlagProps, FlagText } from '../../contract/client.tsx'
import { reasons, reported } from '../../shared.ts'

/** What a flag says: who reported the post as what, when, and the reporter's words. */
export function FlagLine({ flag }: FlagProps): ReactNode {
  return (
    <>
      <FlagSentence flag={flag} /> · <TimeTip value={flag.createdAt} />
      {flag.reasonDetail && (
        <q className="FlagNotice-words">
          <bdi>{flag.reasonDetail}</bdi>
        </q>
      )}
    </>
  )
}

/** Who reported a post as what; for flags of extensions, what these say. */
export function FlagSentence({ flag }: FlagProps): ReactNode {
  const { t } = useApp()
  const reporter = useRelated(flag, 'user', 'users')
  const hasText = useHasItems(FlagText, { flag })
  if (hasText) return <FlagText flag={flag} />
  if (flag.kind !== reported) return t('flags.forum.post.flagged_by_extension_text')
  const username = <bdi>{reporter?.displayName ?? t('core.lib.username.deleted_text')}</bdi>
  if (flag.reason === null) return <Rich id="flags.forum.post.flagged_by_text" params={{ username }} />
  const reason = <bdi>{reasonText(flag.reason, t)}</bdi>
  return <Rich id="flags.forum.post.flagged_by_with_reason_text" params={{ username, reason }} />
}

function reasonText(reason: string, t: (key: string) => string): string {
  const isKnown = reason !== 'other' && reasons.some((known) => known === reason)
  return isKnown ? t(`flags.forum.post.reason_${reason}`) : reason
}
