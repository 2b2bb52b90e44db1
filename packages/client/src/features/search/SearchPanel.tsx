import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { ExtensionErrorBoundary } from '../../points/error-boundary.tsx'
import { AuthorOptions } from './AuthorOptions.tsx'
import { completeGambits, typedAuthor, typedValue, wordsToHighlight } from './gambits.ts'
import { loadResults } from './load-results.ts'
import {
  AllResultsOption,
  DiscussionOption,
  GambitOption,
  OptionGroup,
  SuggestionOption,
  UserOption,
} from './options.tsx'
import { SearchNotes } from './SearchNotes.tsx'
import { QuickSearch } from './suggestions/quick-search.ts'
import { SectionOptions } from './suggestions/SectionOptions.tsx'
import { type Popup, useOptionKeys } from './use-option-keys.ts'
import { ValueOptions } from './ValueOptions.tsx'

interface SearchPanelProps {
  input: RefObject<HTMLInputElement | null>
  listId: string
  text: string
  onText: (text: string) => void
  isOpen: boolean
  activeId: string | undefined
  onPopup: (popup: Popup) => void
}

/** The suggestions of a search field: the popup of a combobox, https://www.w3.org/WAI/ARIA/apg/patterns/combobox/. */
export function SearchPanel(props: SearchPanelProps): ReactNode {
  const { input, listId, text, onText, isOpen, activeId, onPopup } = props
  const app = useApp()
  const { t } = app
  const [search] = useState(() => new QuickSearch((query, signal) => loadResults(app, query, signal)))
  const state = useObservable(search)
  const author = typedAuthor(text)
  const value = typedValue(text, app)
  // While a name is typed the rest of the text cannot find what the reader means.
  const searched = isOpen && author === undefined && value === undefined ? text : ''
  useEffect(() => search.setText(searched), [search, searched])
  useOptionKeys({ input, listId, isOpen, activeId, onPopup, onText })
  if (!isOpen) return null

  const gambits = completeGambits(text, app)
  const { results } = state
  const searchedText = `${state.text} ${results?.suggestion ?? ''}`
  const words = wordsToHighlight(searchedText, app.gambits)
  const optionProps = (name: string) => {
    const id = `${listId}-${name}`
    return { id, isActive: id === activeId }
  }
  return (
    // The field keeps the focus; options are chosen with its keys or the pointer.
    <div className="Menu Search-panel" onPointerDownCapture={keepFocus} onMouseDownCapture={keepFocus}>
      <div id={listId} role="listbox" aria-label={t('core.forum.search.suggestions_label')}>
        {text.trim() !== '' && <AllResultsOption text={text} {...optionProps('all')} />}
        {results?.suggestion !== undefined && (
          <SuggestionOption suggestion={results.suggestion} {...optionProps('meant')} />
        )}
        {author && <AuthorOptions author={author} optionProps={optionProps} onChoose={onText} />}
        {value && (
          <ValueOptions key={value.gambit.text} value={value} optionProps={optionProps} onChoose={onText} />
        )}
        {gambits.length > 0 && (
          <OptionGroup label={t('core.forum.search.gambits_heading')}>
            {gambits.map((completion) => (
              <GambitOption
                key={completion.name}
                completion={completion}
                onChoose={onText}
                {...optionProps(`g${completion.name}`)}
              />
            ))}
          </OptionGroup>
        )}
        {results !== undefined && results.discussions.length > 0 && (
          <OptionGroup label={t('core.forum.search.discussions_heading')}>
            {results.discussions.map((found) => (
              <DiscussionOption key={found.id} found={found} words={words} {...optionProps(`d${found.id}`)} />
            ))}
          </OptionGroup>
        )}
        {results !== undefined && results.userIds.length > 0 && (
          <OptionGroup label={t('core.forum.search.users_heading')}>
            {results.userIds.map((userId) => (
              <UserOption key={userId} userId={userId} words={words} {...optionProps(`u${userId}`)} />
            ))}
          </OptionGroup>
        )}
        {results?.sections.map((found) => (
          <ExtensionErrorBoundary key={found.extension} extension={found.extension}>
            <SectionOptions found={found} words={words} optionProps={optionProps} />
          </ExtensionErrorBoundary>
        ))}
      </div>
      <SearchNotes
        text={text}
        state={state}
        hasGambits={gambits.length > 0 || author !== undefined || value !== undefined}
        onRetry={() => void search.retry()}
      />
    </div>
  )
}

function keepFocus(event: { target: EventTarget; preventDefault(): void }): void {
  if (event.target instanceof Element && event.target.closest('button') === null) event.preventDefault()
}
