import { useApp, useObservable, useRecords, useT } from '@parley/client'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { type ListProps, TagRow } from './TagRow.tsx'
import type { TagsModel } from './tags-model.ts'

/** The primary tags in their order, each with its children. */
export function PrimaryTags({ model, drag }: ListProps): ReactNode {
  const t = useT()
  const arrangement = useObservable(model, (state) => state.arrangement)
  const isTarget = useObservable(drag, ({ drop }) => drop?.mark === 'primary')
  useMovedFocus(model)
  return (
    <div className="TagList" data-tag-list="primary" data-drop={isTarget ? 'end' : undefined}>
      {arrangement.length === 0 && <p className="Muted">{t('tags.admin.tags.primary_empty_text')}</p>}
      <ol>
        {arrangement.map(({ id, children }) => (
          <TagRow key={id} id={id} model={model} drag={drag}>
            {children.length > 0 && (
              <ol>
                {children.map((child) => (
                  <TagRow key={child} id={child} model={model} drag={drag} />
                ))}
              </ol>
            )}
          </TagRow>
        ))}
      </ol>
    </div>
  )
}

/** The other tags by their names. */
export function SecondaryTags({ model, drag }: ListProps): ReactNode {
  const { boot, t } = useApp()
  const { ids, arrangement } = useObservable(model)
  const isTarget = useObservable(drag, ({ drop }) => drop?.mark === 'secondary')
  const primary = new Set(arrangement.flatMap(({ id, children }) => [id, ...children]))
  const tags = useRecords(
    'tags',
    ids.filter((id) => !primary.has(id)),
  )
  const { compare } = new Intl.Collator(boot.locale, { numeric: true })
  return (
    <div className="TagList" data-tag-list="secondary" data-drop={isTarget ? 'into' : undefined}>
      {tags.length === 0 && <p className="Muted">{t('tags.admin.tags.secondary_empty_text')}</p>}
      <ul>
        {tags
          .toSorted((a, b) => compare(a.name, b.name))
          .map(({ id }) => (
            <TagRow key={id} id={id} model={model} drag={drag} />
          ))}
      </ul>
    </div>
  )
}

/** Focuses the handle of a moved tag in its new place. */
function useMovedFocus(model: TagsModel): void {
  const moved = useObservable(model, (state) => state.moved)
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (!isFirst.current && moved)
      document.querySelector<HTMLElement>(`.TagRow[data-tag="${CSS.escape(moved.id)}"] button`)?.focus()
    isFirst.current = false
  }, [moved])
}
