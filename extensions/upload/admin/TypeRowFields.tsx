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
export function TypeRowFields(props: TypeRowFieldsProps): ReactNode {
  const { row, place, fault, onChange, onMove, onRemove } = props
  const { t } = useApp()
  const id = useId()
  const { pattern, adapter, template } = row
  const number = place.index + 1
  const named = (key: string) => t(`upload.admin.labels.preferences.${key}`, { number })
  const isKnown = uploadMethods.some((method) => method === adapter)
  return (
    <li className="UploadTypes-row" aria-label={named('type_row')}>
      <div className="UploadTypes-pattern">
        <label htmlFor={`${id}-pattern`}>{t('upload.admin.labels.preferences.pattern')}</label>
        <input
          id={`${id}-pattern`}
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
      <div>
        <label htmlFor={`${id}-adapter`}>{t('upload.admin.labels.preferences.adapter')}</label>
        <select
          id={`${id}-adapter`}
          className="Input"
          value={adapter}
          onChange={(event) => onChange({ adapter: event.currentTarget.value })}
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
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-template`}>{t('upload.admin.labels.preferences.template')}</label>
        <select
          id={`${id}-template`}
          className="Input"
          value={template}
          onChange={(event) => onChange({ template: event.currentTarget.value as Template })}
        >
          {templates.map((one) => (
            <option key={one} value={one}>
              {t(`upload.admin.templates.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="UploadTypes-rowButtons">
        <Button
          icon="up"
          variant="quiet"
          isIconOnly
          isSmall
          data-step={-1}
          isDisabled={place.index === 0}
          onClick={() => onMove(-1)}
        >
          {named('move_up_button')}
        </Button>
        <Button
          icon="down"
          variant="quiet"
          isIconOnly
          isSmall
          data-step={1}
          isDisabled={number === place.count}
          onClick={() => onMove(1)}
        >
          {named('move_down_button')}
        </Button>
        <Button icon="trash" variant="quiet" isIconOnly isSmall onClick={onRemove}>
          {named('delete_type_button')}
        </Button>
      </div>
    </li>
  )
}
