import { Alert, Button, classNames, EmptyState, Icon, Loading, Skeleton, useT } from '@parley/client'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { TagName } from '../labels/TagName.tsx'
import { parentIdOf, type TagRecord } from '../tag-record.ts'
import type { TagListState } from './tag-list.ts'
import type { Choice } from './use-choice.ts'

interface TagOptionsProps {
  id: string
  /** The found ones. */
  tags: readonly TagRecord[]
  /** Index of the tag that Enter chooses; -1 for none. */
  active: number
  query: string
  choice: Choice
  list: TagListState
  onToggle: (tag: TagRecord) => void
}

/** The id of an option, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The tags to choose from; or that they are being loaded, cannot be loaded, or that there are none. */
export function TagOptions(props: TagOptionsProps): ReactNode {
  const { id, tags, active, query, choice, list, onToggle } = props
  const t = useT()
  const listbox = useRef<HTMLDivElement>(null)
  const { shown, end } = useShownCount(tags.length, active)
  useLayoutEffect(() => {
    if (active >= 0) listbox.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (list.hasFailed) return <LoadingFailed retry={list.retry} />
  if (choice.tags === undefined) return <OptionsSkeleton />
  if (tags.length === 0) {
    const isSearch = choice.tags.length > 0
    return (
      <EmptyState
        heading="h3"
        title={
          isSearch
            ? t('tags.lib.tag_selection_modal.not_found_text', { query: query.trim() })
            : t('tags.lib.tag_selection_modal.empty_text')
        }
      />
    )
  }
  const isChosen = new Set(choice.chosen)
  return (
    <>
      <div
        ref={listbox}
        id={id}
        className="TagChoice-list"
        role="listbox"
        aria-multiselectable="true"
        aria-label={t('tags.lib.tag_selection_modal.list_label')}
        // The field keeps the focus.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {tags.slice(0, shown).map((tag, index) => (
          <TagOption
            key={tag.id}
            id={optionId(id, index)}
            tag={tag}
            parent={parentAmong(choice.tags, tag)}
            before={tags[index - 1]}
            isActive={index === active}
            isChosen={isChosen.has(tag)}
            isDisabled={!choice.canToggle(tag)}
            position={index + 1}
            total={tags.length}
            onToggle={onToggle}
          />
        ))}
      </div>
      <div ref={end} />
    </>
  )
}

interface TagOptionProps {
  id: string
  tag: TagRecord
  parent: TagRecord | undefined
  /** The tag in the row before. */
  before: TagRecord | undefined
  isActive: boolean
  isChosen: boolean
  isDisabled: boolean
  /** From 1. */
  position: number
  total: number
  onToggle: (tag: TagRecord) => void
}

function TagOption(props: TagOptionProps): ReactNode {
  const { id, tag, parent, before, isActive, isChosen, isDisabled, position, total, onToggle } = props
  const isBelowParent =
    parent !== undefined && before !== undefined && [before.id, parentIdOf(before)].includes(parent.id)
  const isFirstSecondary = tag.position === null && before !== undefined && before.position !== null
  const details = [isBelowParent ? undefined : parent?.name, tag.description].filter(Boolean)
  return (
    <button
      id={id}
      type="button"
      className={classNames(
        'Menu-item',
        isActive && 'is-active',
        isBelowParent && 'TagChoice-child',
        isFirstSecondary && 'TagChoice-other',
      )}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={isDisabled || undefined}
      aria-posinset={position}
      aria-setsize={total}
      onClick={() => onToggle(tag)}
    >
      <span className="TagChoice-box">
        <Icon name="check" isSmall />
      </span>
      <span>
        <TagName tag={tag} />
        {details.map((text) => (
          <small key={text} dir="auto">
            {text}
          </small>
        ))}
      </span>
    </button>
  )
}

function parentAmong(tags: Choice['tags'], tag: TagRecord): TagRecord | undefined {
  const id = parentIdOf(tag)
  return id === undefined ? undefined : tags?.find((other) => other.id === id)
}

const step = 50

/** How many options are rendered: the first ones, and more when the reader comes to their end. */
function useShownCount(total: number, active: number) {
  const [reached, setReached] = useState(step)
  const end = useRef<HTMLDivElement>(null)
  const shown = Math.min(total, Math.max(reached, active + 2))
  useEffect(() => {
    if (end.current === null || shown >= total) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setReached(shown + step)
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [shown, total])
  return { shown, end }
}

function LoadingFailed({ retry }: Pick<TagListState, 'retry'>): ReactNode {
  const t = useT()
  return (
    <div role="alert">
      <Alert tone="danger" controls={<Button onClick={retry}>{t('core.lib.alert.retry_button')}</Button>}>
        {t('tags.lib.tag_selection_modal.failed_text')}
      </Alert>
    </div>
  )
}

function OptionsSkeleton(): ReactNode {
  return (
    <Loading>
      {['60%', '45%', '52%'].map((width) => (
        <div key={width} className="Menu-item" aria-hidden="true">
          <Skeleton width={width} />
        </div>
      ))}
    </Loading>
  )
}
