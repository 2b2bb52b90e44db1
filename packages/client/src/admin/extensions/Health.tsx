import { type ReactNode, useId } from 'react'
import { Time } from '../../base/i18n/Time.tsx'
import { useApp } from '../../points/app-context.ts'
import type { ExtensionDocument } from './documents.ts'

/** What was measured of an extension in the last 24 hours, and its latest errors. */
export function Health({ attributes }: { attributes: ExtensionDocument['data']['attributes'] }): ReactNode {
  const { t } = useApp()
  const id = useId()
  const { health, latestErrors } = attributes
  const { requests, calls, milliseconds, errors, failedJobs } = health
  const average = requests === 0 ? 0 : milliseconds / requests
  const facts = [
    ['errors', t('core.admin.extension.count', { count: errors })],
    ['time', t('core.admin.extension.health.milliseconds', { count: Math.round(average * 100) / 100 })],
    ['calls', t('core.admin.extension.count', { count: calls })],
    ['requests', t('core.admin.extension.count', { count: requests })],
    ['failed_jobs', t('core.admin.extension.count', { count: failedJobs })],
  ] as const
  return (
    <section className="ExtensionSection" aria-labelledby={id}>
      <h2 id={id}>{t('core.admin.extension.health.title')}</h2>
      <p className="Muted">{t('core.admin.extension.health.text')}</p>
      <dl className="ExtensionFacts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`core.admin.extension.health.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {latestErrors.length > 0 && (
        <>
          <h3>{t('core.admin.extension.health.errors_title')}</h3>
          <ul className="ExtensionErrors">
            {latestErrors.map(({ side, place, message, count, lastAt }) => (
              <li key={`${side} ${place} ${message}`}>
                <code dir="ltr">{message}</code>
                <small>
                  {t(`core.admin.extension.health.${side}`)} · <code dir="ltr">{place}</code> ·{' '}
                  {t('core.admin.extension.health.times', { count })} · <Time value={lastAt} />
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
