import { alertOnError, Checkbox, loadDocument, useApp } from '@parley/client'
import type { SettingFieldProps } from '@parley/client/admin'
import type { CollectionDocument } from '@parley/shared'
import { type ReactNode, useEffect, useState } from 'react'
import { tagColor } from '../../client/labels/TagLabel.tsx'
import { sortTags } from '../../client/sort-tags.ts'
import type { TagRecord } from '../../client/tag-record.ts'
import { readIds, toggledIds } from './tag-ids.ts'

/** Lists of more tags can be filtered. */
const manyTags = 12

/** A setting that is some tags, of any extension: its text is a JSON array of their ids. */
export function SelectTags({ setting, value, onChange, control }: SettingFieldProps): ReactNode {
  const { t } = useApp()
  const tags = useAllTags()
  const [filter, setFilter] = useState('')
  const chosen = readIds(value)
  const words = filter.trim().toLocaleLowerCase()
  const shown = tags?.filter(({ name }) => name.toLocaleLowerCase().includes(words))
  return (
    <fieldset
      className="SelectTags"
      id={control.id}
      aria-labelledby={`${control.id}-label`}
      aria-describedby={control['aria-describedby']}
      aria-busy={tags === undefined || undefined}
    >
      {tags && tags.length > manyTags && (
        <input
          className="Input"
          type="search"
          aria-label={t('tags.admin.select_tags.filter_label')}
          placeholder={t('tags.admin.select_tags.filter_label')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      <div className="SelectTags-list">
        {shown?.map((tag) => (
          <Checkbox
            key={tag.id}
            checked={chosen.includes(tag.id)}
            onChange={() => onChange(toggledIds(value, tag.id, setting.value ?? ''))}
          >
            <span className="TagName" style={tagColor(tag)}>
              <bdi>{tag.name}</bdi>
            </span>
          </Checkbox>
        ))}
        {shown?.length === 0 && <p className="Muted">{t('tags.admin.select_tags.nothing_text')}</p>}
      </div>
    </fieldset>
  )
}

/** All tags in their order, once they are loaded. */
function useAllTags(): readonly TagRecord[] | undefined {
  const app = useApp()
  const [tags, setTags] = useState<readonly TagRecord[]>()
  useEffect(() => {
    void alertOnError(app, async () => {
      const { data } = await loadDocument<CollectionDocument>(app, '/tags', undefined, { isBackground: true })
      setTags(sortTags(data.map(({ id }) => app.store.get('tags', id)).filter((tag) => tag !== undefined)))
    })
  }, [app])
  return tags
}
