import { type FormEvent, type ReactNode, useId } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Field, InputField } from '../../ui/forms/Field.tsx'
import { isOwnRange, type OwnRange, ranges, readRange, units } from './range.ts'

const path = '/admin'

/** Chooses the range of the statistics. The address keeps it, and links and the form work without scripts, too. */
export function RangeChooser({ query }: { query: URLSearchParams }): ReactNode {
  const { href, t } = useApp()
  const { range, own } = readRange(query)
  const isOpen = range === 'own' || query.get('period') === 'own'
  return (
    <>
      <nav className="Tabs" aria-label={t('core.admin.statistics.range_label')}>
        {ranges.map((name) => (
          <a
            key={name}
            className="Tabs-item"
            href={href(`${path}?period=${name}`)}
            aria-current={(isOpen ? name === 'own' : name === range) ? 'true' : undefined}
          >
            {t(`core.admin.statistics.range.${name}`)}
          </a>
        ))}
      </nav>
      {isOpen && <OwnRangeForm own={own} />}
    </>
  )
}

function OwnRangeForm({ own }: { own: OwnRange | undefined }): ReactNode {
  const { href, router, t } = useApp()
  const help = useId()
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [from, to, unit] = ['from', 'to', 'unit'].map((name) => String(data.get(name)))
    const chosen = { from: from ?? '', to: to ?? '', unit: unit ?? '' }
    const last = event.currentTarget.elements.namedItem('to') as HTMLInputElement
    last.setCustomValidity(isOwnRange(chosen) ? '' : t('core.admin.statistics.invalid_range_message'))
    if (!event.currentTarget.reportValidity()) return
    void router.navigate(`${path}?${new URLSearchParams({ period: 'own', ...chosen })}`)
  }
  return (
    <form className="RangeForm" action={href(path)} aria-describedby={help} onSubmit={handleSubmit}>
      <input type="hidden" name="period" value="own" />
      <InputField
        type="date"
        name="from"
        required
        label={t('core.admin.statistics.from_label')}
        defaultValue={own?.from}
      />
      <InputField
        type="date"
        name="to"
        required
        label={t('core.admin.statistics.to_label')}
        defaultValue={own?.to}
        onChange={({ currentTarget }) => currentTarget.setCustomValidity('')}
      />
      <Field label={t('core.admin.statistics.unit_label')}>
        {(control) => (
          <select {...control} className="Input" name="unit" defaultValue={own?.unit}>
            {units.map((unit) => (
              <option key={unit} value={unit}>
                {t(`core.admin.statistics.unit.${unit}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button type="submit" variant="outline">
        {t('core.admin.statistics.show_button')}
      </Button>
      <p className="Field-help" id={help}>
        {t('core.admin.statistics.own_range_text')}
      </p>
    </form>
  )
}
