import { formatNumber } from '@parley/shared/i18n'
import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { LinkButton } from '../../ui/buttons/Button.tsx'
import { Chart } from './Chart.tsx'
import { DashboardPart } from './DashboardPart.tsx'
import type { Comparison, Report, Series } from './documents.ts'
import { usePeriods } from './periods.ts'
import { RangeChooser } from './RangeChooser.tsx'
import { paramsOf, type Range, readRange } from './range.ts'

interface StatisticsProps {
  report: Report
  query: URLSearchParams
}

/** The statistics of a range: numbers, charts, and both as a table and as a file. */
export function Statistics({ report, query }: StatisticsProps): ReactNode {
  const { href, t } = useApp()
  const { range } = readRange(query)
  return (
    <DashboardPart title={t('core.admin.statistics.heading')}>
      <RangeChooser query={query} />
      <div className="Stats">
        {report.series.map((series) => (
          <Stat key={series.name} {...{ series, report, range }} />
        ))}
      </div>
      <p className="Dashboard-note">
        {t('core.admin.statistics.note')} {isOnePeriod(report) && t('core.admin.statistics.one_period_text')}
      </p>
      <StatisticsTable report={report} />
      <LinkButton variant="outline" href={href(`/api/admin/statistics.csv?${paramsOf(query)}`)} download>
        {t('core.admin.statistics.export_button')}
      </LinkButton>
    </DashboardPart>
  )
}

/** The number of a range beside that of the range before; undefined where periods cannot be added up. */
function comparisonOf(series: Series, range: Range): Comparison | undefined {
  if (range !== 'own') return series[range]
  const { total, previousTotal } = series
  return total === null || previousTotal === null ? undefined : { current: total, previous: previousTotal }
}

function Stat({ series, report, range }: { series: Series; report: Report; range: Range }): ReactNode {
  const { t, translator } = useApp()
  const { formatPeriod } = usePeriods(report.unit)
  const comparison = comparisonOf(series, range)
  const isOne = isOnePeriod(report)
  const value = comparison?.current ?? (isOne ? series.counts[0] : undefined)
  const { starts } = report
  const ends = [starts[0], starts.at(-1)].map((start) => formatPeriod(start ?? 0))
  return (
    <div className="Stat">
      <h3 className="Stat-label">{series.label}</h3>
      <p className="Stat-value">{value === undefined ? '–' : formatNumber(value, translator)}</p>
      <p className="Stat-change">
        {comparison
          ? t(`core.admin.statistics.before.${range}`, { count: comparison.previous })
          : !isOne && t('core.admin.statistics.no_total')}
      </p>
      {!isOne && (
        <>
          <Chart
            counts={series.counts}
            label={t('core.admin.statistics.chart_label', {
              series: series.label,
              from: ends[0],
              to: ends[1],
              highest: Math.max(...series.counts),
            })}
          />
          <p className="Stat-ends" aria-hidden="true">
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </p>
        </>
      )}
    </div>
  )
}

/** A line needs two points: the number alone says what happened in one period. */
function isOnePeriod({ starts }: Report): boolean {
  return starts.length < 2
}

function StatisticsTable({ report: { unit, starts, series } }: { report: Report }): ReactNode {
  const { t, translator } = useApp()
  const { formatPeriod } = usePeriods(unit)
  return (
    <details className="Dashboard-table">
      <summary>{t('core.admin.statistics.table_button')}</summary>
      <div className="Table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('core.admin.statistics.period_label')}</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {starts.map((start, index) => (
              <tr key={start}>
                <th scope="row">{formatPeriod(start)}</th>
                {series.map(({ name, counts }) => (
                  <td key={name} className="tabular">
                    {formatNumber(counts[index] ?? 0, translator)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
