import { Rich, useApp, useForum } from '@parley/client'
import { type ReactNode, useId } from 'react'
import { reasons } from '../../shared.ts'

interface ReasonChoiceProps {
  chosen: string | undefined
  onChoose: (reason: string) => void
}

/** The reasons for a report, as radio buttons. */
export function ReasonChoice({ chosen, onChoose }: ReasonChoiceProps): ReactNode {
  const { t } = useApp()
  const id = useId()
  return (
    <fieldset className="Field FlagReasons">
      <legend className="Field-label">{t('flags.forum.flag_post.reason_label')}</legend>
      {reasons.map((reason) => (
        <label key={reason} className="Check">
          <input
            type="radio"
            name="reason"
            value={reason}
            checked={chosen === reason}
            aria-describedby={reason === 'other' ? undefined : `${id}-${reason}`}
            onChange={() => onChoose(reason)}
          />
          <span>
            {t(`flags.forum.flag_post.reason_${reason}_label`)}
            {reason !== 'other' && (
              <small id={`${id}-${reason}`}>
                <Explanation reason={reason} />
              </small>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** What a reason means. The guidelines open beside the report. */
function Explanation({ reason }: { reason: string }): ReactNode {
  const { t, href } = useApp()
  const { guidelinesUrl } = useForum()
  if (reason !== 'inappropriate') return t(`flags.forum.flag_post.reason_${reason}_text`)
  if (!guidelinesUrl) return t('flags.forum.flag_post.reason_inappropriate_without_link_text')
  const url = guidelinesUrl.startsWith('/') ? href(guidelinesUrl) : guidelinesUrl
  const guidelines = (
    <a href={url} target="_blank" rel="noreferrer">
      {t('flags.forum.flag_post.reason_inappropriate_guidelines_link')}
    </a>
  )
  return <Rich id="flags.forum.flag_post.reason_inappropriate_text" params={{ guidelines }} />
}
