import {
  Checkbox,
  Field,
  type FieldErrors,
  InputField,
  NamedIcon,
  TextAreaField,
  useApp,
} from '@parley/client'
import { ColorInput } from '@parley/client/admin'
import { type ReactNode, useState } from 'react'
import { tagColor } from '../../client/labels/TagLabel.tsx'
import type { TagRecord } from '../../client/tag-record.ts'
import type { TagsModel } from '../order/tags-model.ts'
import { tagSlug } from './tag-slug.ts'

interface FieldsProps {
  /** Absent for a new tag. */
  tag: TagRecord | undefined
  errors: FieldErrors
}

/** What a tag is called and how it looks. The slug of a new tag follows its name until it is typed. */
export function LookFields({ tag, errors }: FieldsProps): ReactNode {
  const { t } = useApp()
  const [name, setName] = useState(tag?.name ?? '')
  const [slug, setSlug] = useState(tag?.slug)
  const [color, setColor] = useState(tag?.color ?? '')
  const [icon, setIcon] = useState(tag?.icon ?? '')
  return (
    <>
      <InputField
        name="name"
        label={t('tags.admin.edit_tag.name_label')}
        placeholder={t('tags.admin.edit_tag.name_placeholder')}
        required
        maxLength={100}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errors.name ?? ''}
      />
      <InputField
        name="slug"
        label={t('tags.admin.edit_tag.slug_label')}
        help={t('tags.admin.edit_tag.slug_text')}
        required
        maxLength={100}
        dir="auto"
        autoCapitalize="none"
        spellCheck={false}
        value={slug ?? (name.trim() === '' ? '' : tagSlug(name))}
        onChange={(event) => setSlug(event.currentTarget.value)}
        error={errors.slug ?? ''}
      />
      <TextAreaField
        name="description"
        label={t('tags.admin.edit_tag.description_label')}
        maxLength={700}
        rows={3}
        dir="auto"
        defaultValue={tag?.description ?? ''}
        error={errors.description ?? ''}
      />
      <Field
        label={t('tags.admin.edit_tag.color_label')}
        help={t('core.admin.edit_group.color_help')}
        error={errors.color ?? ''}
      >
        {(control) => (
          <span className="TagColor">
            <ColorInput
              control={{ ...control, name: 'color' }}
              label={t('tags.admin.edit_tag.color_label')}
              value={color}
              onChange={setColor}
            />
            <TagPreview name={name} color={color} icon={icon} />
          </span>
        )}
      </Field>
      <InputField
        name="icon"
        label={t('tags.admin.edit_tag.icon_label')}
        help={t('tags.admin.edit_tag.icon_text')}
        maxLength={100}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={tag?.icon ?? ''}
        // Half of a name names no icon.
        onBlur={(event) => setIcon(event.currentTarget.value)}
        error={errors.icon ?? ''}
      />
    </>
  )
}

function TagPreview({ name, color, icon }: Record<'name' | 'color' | 'icon', string>): ReactNode {
  return (
    <span className="TagLabel" aria-hidden="true" style={tagColor({ color })}>
      <NamedIcon name={icon} isSmall />
      <bdi>{name || '–'}</bdi>
    </span>
  )
}

interface PlaceProps {
  model: TagsModel
  isPrimary: boolean
  error: string | undefined
}

/** Whether a new tag is primary, secondary or the child of a primary tag. */
export function PlaceField({ model, isPrimary, error }: PlaceProps): ReactNode {
  const { store, t } = useApp()
  return (
    <Field label={t('tags.admin.edit_tag.place_label')} error={error ?? ''}>
      {(control) => (
        <select
          {...control}
          className="Input"
          name="parent"
          defaultValue={isPrimary ? 'primary' : 'secondary'}
        >
          <option value="primary">{t('tags.admin.edit_tag.primary_option')}</option>
          <option value="secondary">{t('tags.admin.edit_tag.secondary_option')}</option>
          {model.state.arrangement.map(({ id }) => (
            <option key={id} value={id}>
              {t('tags.admin.edit_tag.child_option', { tag: store.get('tags', id)?.name ?? id })}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Who sees a tag and its discussions, and how its page looks. */
export function RightsFields({ tag, errors }: FieldsProps): ReactNode {
  const { t } = useApp()
  return (
    <>
      <Checkbox name="isHidden" value="1" defaultChecked={tag?.isHidden ?? false}>
        {t('tags.admin.edit_tag.hide_label')}
        <small>{t('tags.admin.edit_tag.hide_text')}</small>
      </Checkbox>
      <Checkbox name="isRestricted" value="1" defaultChecked={tag?.isRestricted ?? false}>
        {t('tags.admin.edit_tag.restrict_label')}
        <small>{t('tags.admin.edit_tag.restrict_text')}</small>
      </Checkbox>
      <ChoiceField
        name="defaultSort"
        label={t('tags.admin.edit_tag.default_sort_label')}
        value={tag?.defaultSort ?? ''}
        options={[
          ['', t('core.forum.index_sort.latest_button')],
          ['top', t('core.forum.index_sort.top_button')],
          ['newest', t('core.forum.index_sort.newest_button')],
          ['oldest', t('core.forum.index_sort.oldest_button')],
        ]}
        error={errors.defaultSort}
      />
      <InputField
        name="backgroundUrl"
        label={t('tags.admin.edit_tag.background_label')}
        help={t('tags.admin.edit_tag.background_text')}
        maxLength={100}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={tag?.backgroundUrl ?? ''}
        error={errors.backgroundUrl ?? ''}
      />
      <ChoiceField
        name="backgroundMode"
        label={t('tags.admin.edit_tag.background_mode_label')}
        value={tag?.backgroundMode ?? ''}
        options={[
          ['', t('tags.admin.edit_tag.cover_option')],
          ['contain', t('tags.admin.edit_tag.contain_option')],
          ['repeat', t('tags.admin.edit_tag.repeat_option')],
        ]}
        error={errors.backgroundMode}
      />
    </>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  error: string | undefined
}

/** A choice among some values. A stored one that is not among them stays until another is chosen. */
function ChoiceField({ name, label, value, options, error }: ChoiceProps): ReactNode {
  const isListed = options.some(([option]) => option === value)
  return (
    <Field label={label} error={error ?? ''}>
      {(control) => (
        <select {...control} className="Input" name={name} defaultValue={value}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
          {!isListed && <option value={value}>{value}</option>}
        </select>
      )}
    </Field>
  )
}
