import { Button, useApp } from '@parley/client'
import type { SettingFieldProps } from '@parley/client/admin'
import { type ReactNode, useRef } from 'react'
import { templates } from '../shared.ts'
import { TypeRowFields } from './TypeRowFields.tsx'
import { faultsOf, moved, rowsOf, type TypeRow, textOfRows } from './type-rows.ts'

/** The types of files that may be uploaded, in order: JSON, which is edited in rows. */
export function TypesField({ value, error, onChange, control }: SettingFieldProps): ReactNode {
  const { modals, t } = useApp()
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const rows = rowsOf(value) ?? []
  const faults = faultsOf(rows)
  const listed = rows.map((row, index) => ({
    row,
    index,
    // Rows have no names: a pattern changes while it is typed.
    key: String(index),
    // A new row is not wrong before it is saved.
    fault: faults[index] === 'empty' && error === undefined ? undefined : faults[index],
  }))
  const change = (next: readonly TypeRow[]) => onChange(textOfRows(next))
  /** Focuses a control of a row once it is there. */
  const focus = (index: number, selector: string) =>
    requestAnimationFrame(() => {
      const row = list.current?.children[index]
      const place = row?.querySelector<HTMLElement>(selector) ?? row?.querySelector<HTMLElement>('input')
      ;(place ?? addButton.current)?.focus()
    })
  const add = () => {
    change([...rows, { pattern: '', adapter: 'local', template: 'file' }])
    focus(rows.length, 'input')
  }
  const remove = (index: number) => {
    change(rows.filter((_, other) => other !== index))
    focus(Math.min(index, rows.length - 2), 'input')
  }
  const move = (index: number, step: -1 | 1) => {
    change(moved(rows, index, index + step))
    focus(index + step, `[data-step="${step}"]:not([aria-disabled])`)
  }
  const inspect = () => void modals.load(async () => (await import('./InspectModal.tsx')).InspectModal, {})
  return (
    <fieldset
      className="UploadTypes"
      id={control.id}
      aria-labelledby={`${control.id}-label`}
      aria-describedby={control['aria-describedby']}
    >
      {rows.length === 0 && <p className="Muted">{t('upload.admin.labels.preferences.no_types')}</p>}
      <ol ref={list} className="UploadTypes-rows">
        {listed.map(({ row, index, key, fault }) => (
          <TypeRowFields
            key={key}
            row={row}
            place={{ index, count: rows.length }}
            fault={fault}
            onChange={(changes) =>
              change(rows.map((one, other) => (other === index ? { ...one, ...changes } : one)))
            }
            onMove={(step) => move(index, step)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div className="UploadTypes-buttons">
        <Button ref={addButton} variant="outline" onClick={add}>
          {t('upload.admin.labels.preferences.add_type')}
        </Button>
        <Button variant="outline" onClick={inspect}>
          {t('upload.admin.labels.inspect-mime')}
        </Button>
      </div>
      <details className="UploadTypes-templates">
        <summary>{t('upload.admin.labels.preferences.templates')}</summary>
        <dl>
          {templates.map((template) => (
            <div key={template}>
              <dt>{t(`upload.admin.templates.${template}`)}</dt>
              <dd>{t(`upload.admin.templates.${template}_description`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </fieldset>
  )
}
