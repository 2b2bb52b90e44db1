import { alertOnError, Button, useApp } from '@parley/client'
import { type ReactNode, useState } from 'react'
import type { PolicyAnswer } from '../shared.ts'
import { useDate } from './dates.ts'

interface Page {
  data: readonly { id: string; attributes: PolicyAnswer }[]
  links?: { next?: string }
}

/** What the member has answered so far, the latest first; loaded on demand. */
export function AnswerHistory(): ReactNode {
  const app = useApp()
  const { t } = app
  const write = useDate()
  const [answers, setAnswers] = useState<Page['data']>()
  const [hasMore, setHasMore] = useState(true)
  const [isLoading, setIsLoading] = useState(false)
  const load = async () => {
    setIsLoading(true)
    await alertOnError(app, async () => {
      const shown = answers ?? []
      const page = await app.api.request<Page>(`/terms-answers?page[offset]=${shown.length}`)
      setAnswers([...shown, ...page.data])
      setHasMore(page.links?.next !== undefined)
    })
    setIsLoading(false)
  }
  return (
    <>
      {answers?.length === 0 && <p className="Muted">{t('terms.forum.user_settings.no_answers_text')}</p>}
      {answers !== undefined && answers.length > 0 && (
        <ul aria-label={t('terms.forum.user_settings.history_label')}>
          {answers.map(({ id, attributes: { policyName, answeredAt, isAccepted } }) => (
            <li key={id}>
              {t(`terms.forum.user_settings.${isAccepted ? 'accepted' : 'declined'}_text`, {
                policy: policyName,
                date: write(answeredAt),
              })}
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="outline" isLoading={isLoading} onClick={() => void load()}>
          {t(`terms.forum.user_settings.${answers === undefined ? 'history' : 'more'}_button`)}
        </Button>
      )}
    </>
  )
}
