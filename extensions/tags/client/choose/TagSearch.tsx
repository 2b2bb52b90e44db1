import { Field, useT, VisuallyHidden } from '@parley/client'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { isPrimary, type TagRecord } from '../tag-record.ts'
import { findTags } from './find-tags.ts'
import { optionId, TagOptions } from './TagOptions.tsx'
import type { TagListState } from './tag-list.ts'
import type { Choice } from './use-choice.ts'

interface TagSearchProps {
  ref: Ref<HTMLInputElement>
  choice: Choice
  list: TagListState
  hintId: string
  /** Why the server refused the choice. */
  error: string | undefined
  /** Called when a tag was chosen by pointer. */
  onPointer: () => void
}

/** A field that finds tags, with the list of those that it finds. The focus stays in the field. */
export function TagSearch({ ref, choice, list, hintId, error, onPointer }: TagSearchProps): ReactNode {
  const t = useT()
  const listId = useId()
  const { query, found, active, search, toggle, handleKeyDown } = useSearch(choice)
  const hint = useHint(choice)
  return (
    <>
      <div className="TagChoice-search">
        <Field
          label={t('tags.lib.tag_selection_modal.search_label')}
          help={
            <span id={hintId} role="status">
              {hint}
            </span>
          }
          error={error}
        >
          {(control) => (
            <input
              {...control}
              ref={ref}
              className="Input"
              type="search"
              name="tags"
              role="combobox"
              aria-expanded={found.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active < 0 ? undefined : optionId(listId, active)}
              autoComplete="off"
              spellCheck={false}
              dir="auto"
              value={query}
              onChange={(event) => search(event.target.value)}
              onKeyDown={handleKeyDown}
            />
          )}
        </Field>
        <VisuallyHidden>
          <span role="status">
            {query !== '' && t('tags.lib.tag_selection_modal.found_text', { count: found.length })}
          </span>
        </VisuallyHidden>
      </div>
      <TagOptions
        key={query}
        id={listId}
        tags={found}
        active={active}
        query={query}
        choice={choice}
        list={list}
        onToggle={(tag) => {
          toggle(tag)
          onPointer()
        }}
      />
    </>
  )
}

/** What the field finds, and its keys. */
function useSearch(choice: Choice) {
  const [query, setQuery] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const found = findTags(choice.tags ?? [], query)
  const at = found.findIndex(({ id }) => id === activeId)
  // A query makes its first tag the active one.
  const active = at >= 0 || query.trim() === '' ? at : Math.min(0, found.length - 1)

  const search = (text: string) => {
    setQuery(text)
    setActiveId(undefined)
  }
  const toggle = (tag: TagRecord) => {
    choice.toggle(tag)
    if (query !== '' && choice.canToggle(tag)) search('')
  }
  const move = (step: number) => {
    const start = active < 0 && step < 0 ? 0 : active
    setActiveId(found[(start + step + found.length) % found.length]?.id)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const tag = found[active]
    const last = choice.chosen.at(-1)
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
    if (event.key === 'ArrowDown' && isPlain) move(1)
    else if (event.key === 'ArrowUp' && isPlain) move(-1)
    else if (event.key === 'Enter' && isPlain && tag !== undefined) toggle(tag)
    else if (event.key === 'Enter') event.currentTarget.form?.requestSubmit()
    else if (event.key === 'Backspace' && query === '' && last !== undefined) choice.toggle(last)
    else if (event.key === 'Escape' && query !== '') search('')
    else return
    event.preventDefault()
  }
  return { query, found, active, search, toggle, handleKeyDown }
}

/** Says which tags are missing, or whether more can be chosen. */
function useHint({ tags, fault, hasRoom, isBypassing, chosen }: Choice): string | undefined {
  const t = useT()
  if (tags === undefined || tags.length === 0 || isBypassing) return undefined
  if (fault !== undefined) {
    const { action, kind, count } = fault
    const isOfKind = (tag: TagRecord) => kind === 'total' || isPrimary(tag) === (kind === 'primary')
    const params = { count, more: chosen.some(isOfKind) ? 'yes' : 'no' }
    if (action === 'remove') return t(`tags.lib.tag_selection_modal.remove_${kind}_text`, params)
    return t(`tags.lib.tag_selection_modal.choose_${kind === 'total' ? 'tags' : kind}_placeholder`, params)
  }
  return t(`tags.lib.tag_selection_modal.${hasRoom ? 'more' : 'full'}_text`)
}
