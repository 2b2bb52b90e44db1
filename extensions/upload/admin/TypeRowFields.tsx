import { Button, Icon, useApp } from '@parley/client'
import { type ReactNode, useId } from 'react'
import { type Template, templates, uploadMethods } from '../shared.ts'
import type { RowFault, TypeRow } from './type-rows.ts'

interface TypeRowFieldsProps {
  row: TypeRow
  place: { index: number; count: number }
  fault: RowFault | undefined
  onChange: (changes: Partial<TypeRow>) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

/** A row of the table of types: a pattern, where its files are kept, and what puts them into a text. */
export function TypeRowFields({ row, place, fault, onChange, ...actions }: TypeRowFieldsProps): ReactNode {
  const { t } = useApp()
  const { adapter, template } = row
  const isKnown = uploadMethods.some((method) => method === adapter)
  return (
    <li
      className="UploadTypes-row"
      aria-label={t('upload.admin.labels.preferences.type_row', { number: place.index + 1 })}
    >
      <PatternField row={row} fault={fault} onChange={onChange} />
      <Choice
        label={t('upload.admin.labels.preferences.adapter')}
        value={adapter}
        onChange={(chosen) => onChange({ adapter: chosen })}
      >
        {uploadMethods.map((method) => (
          <option key={method} value={method}>
            {t(`upload.admin.upload_methods.${method}`)}
          </option>
        ))}
        {/* Of an imported forum. */}
        {!isKnown && (
          <option value={adapter}>
            {t('upload.admin.labels.preferences.missing_adapter', { name: adapter })}
          </option>
        )}
      </Choice>
      <Choice
        label={t('upload.admin.labels.preferences.template')}
        value={template}
        onChange={(chosen) => onChange({ template: chosen as Template })}
      >
        {templates.map((one) => (
          <option key={one} value={one}>
            {t(`upload.admin.templates.${one}`)}
          </option>
        ))}
      </Choice>
      <RowButtons place={place} {...actions} />
    </li>
  )
}

function PatternField({
  row: { pattern },
  fault,
  onChange,
}: Pick<TypeRowFieldsProps, 'row' | 'fault' | 'onChange'>): ReactNode {
  const { t } = useApp()
  const id = useId()
  return (
    <div className="UploadTypes-pattern">
      <label htmlFor={id}>{t('upload.admin.labels.preferences.pattern')}</label>
      <input
        id={id}
        className="Input Input--code"
        dir="ltr"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault && `${id}-error`}
        value={pattern}
        onChange={(event) => onChange({ pattern: event.currentTarget.value })}
      />
      {fault !== undefined && (
        <p className="Field-error" id={`${id}-error`}>
          <Icon name="warn" isSmall />
          {t(`upload.admin.labels.preferences.pattern_${fault}_message`)}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function Choice({ label, value, onChange, children }: ChoiceProps): ReactNode {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="Input"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {children}
      </select>
    </div>
  )
}

function RowButtons({
  place: { index, count },
  onMove,
  onRemove,
}: Pick<TypeRowFieldsProps, 'place' | 'onMove' | 'onRemove'>): ReactNode {
  const { t } = useApp()
  const number = index + 1
  const look = { variant: 'quiet', isIconOnly: true, isSmall: true } as const
  return (
    <div className="UploadTypes-rowButtons">
      <Button icon="up" {...look} data-step={-1} isDisabled={index === 0} onClick={() => onMove(-1)}>
        {t('upload.admin.labels.preferences.move_up_button', { number })}
      </Button>
      <Button icon="down" {...look} data-step={1} isDisabled={number === count} onClick={() => onMove(1)}>
        {t('upload.admin.labels.preferences.move_down_button', { number })}
      </Button>
      <Button icon="trash" {...look} onClick={onRemove}>
        {t('upload.admin.labels.preferences.delete_type_button', { number })}
      </Button>
    </div>
  )
}
