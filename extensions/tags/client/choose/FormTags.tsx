import { Checkbox, useApp, useForum, useRecords, type WritingFormProps } from '@parley/client'
import { type ReactNode, useId } from 'react'
import { TagName } from '../labels/TagName.tsx'
import { sortTags } from '../sort-tags.ts'
import { linkedIds } from './forum-tags.ts'
import { startingTags } from './new-discussion.ts'

/** The tags of a new discussion in the form that works without scripts: those that every page has. */
export function FormTags({ values, errors }: WritingFormProps): ReactNode {
  const app = useApp()
  const errorId = useId()
  const known = useRecords('tags', linkedIds(useForum()))
  const tags = sortTags(known.filter(({ canStartDiscussion }) => canStartDiscussion))
  if (tags.length === 0) return null
  const chosen = values.tags === undefined ? startingTags(app) : values.tags.split(',')
  return (
    <fieldset className="FormTags" aria-describedby={errors.tags && errorId}>
      <legend className="Field-label">{app.t('tags.lib.tag_selection_modal.list_label')}</legend>
      {tags.map((tag) => (
        <Checkbox key={tag.id} name="tags[]" value={tag.id} defaultChecked={chosen.includes(tag.id)}>
          <TagName tag={tag} />
        </Checkbox>
      ))}
      {errors.tags && (
        <p className="Field-error" id={errorId}>
          {errors.tags}
        </p>
      )}
    </fieldset>
  )
}
