import { Button, type ComposerFieldProps, classNames, useApp, useRecords } from '@parley/client'
import { type ReactNode, useEffect } from 'react'
import { TagName } from '../labels/TagName.tsx'
import { sortTags } from '../sort-tags.ts'
import { reportFaultyLimits } from './forum-tags.ts'
import { chooseTags } from './new-discussion.ts'
import { knownTagIds, loadTags } from './tag-list.ts'

/** The tags of a new discussion, with a button that changes them. */
export function ComposerTags(props: ComposerFieldProps<readonly string[]>): ReactNode {
  const { name, value, isReadOnly, isInvalid, onChange } = props
  const app = useApp()
  const known = knownTagIds(app)
  const tags = useRecords('tags', value).filter(({ id }) => known?.includes(id) ?? true)
  const isIncomplete = tags.length < value.length && known === undefined
  useEffect(() => {
    if (isIncomplete) void loadTags(app).catch(() => {})
  }, [app, isIncomplete])
  const choose = async () => {
    try {
      const ids = await chooseTags(app, value)
      if (ids !== undefined) onChange(ids)
    } catch (error) {
      reportFaultyLimits(app, error)
    }
  }
  const preload = () => void loadTags(app).catch(() => {})
  return (
    <div className={classNames('ComposerTags', 'TagLabels', isInvalid && 'is-invalid')}>
      {sortTags(tags).map((tag) => (
        <TagName key={tag.id} tag={tag} isSolid />
      ))}
      <Button
        name={name}
        icon="tag"
        variant="quiet"
        isSmall
        isDisabled={isReadOnly}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void choose()}
      >
        {app.t('tags.forum.composer_discussion.choose_tags_link')}
      </Button>
    </div>
  )
}
