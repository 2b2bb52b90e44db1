import { type ReactNode, useId, useRef, useState } from 'react'
import { type Popup, useOptionKeys } from '../../features/search/use-option-keys.ts'
import { useApp } from '../../points/app-context.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import { findPlaces, type Place } from './find-places.ts'
import { usePlaces } from './use-places.ts'

const closed: Popup = { isOpen: false }

/** Finds pages and settings by their names and by what they do, and leads to the field. */
export function AdminSearch({ className }: { className?: string }): ReactNode {
  const { t } = useApp()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [text, setText] = useState('')
  const [{ isOpen, activeId }, setPopup] = useState(closed)
  const { places, load } = usePlaces()
  useOptionKeys({ input, listId, isOpen, activeId, onPopup: setPopup, onText: setText })
  const found = findPlaces(places, text)
  const isShown = isOpen && text.trim() !== ''
  const handleText = (value: string) => {
    setText(value)
    setPopup({ isOpen: true })
  }
  const handleChoice = () => {
    setText('')
    setPopup(closed)
    input.current?.closest<HTMLElement>('[popover]')?.hidePopover()
  }
  return (
    <search
      className={classNames('Search AdminSearch', className)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setPopup(closed)
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        className="Input"
        type="search"
        role="combobox"
        aria-label={t('core.admin.nav.search_placeholder')}
        placeholder={t('core.admin.nav.search_placeholder')}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown ? activeId : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        value={text}
        onFocus={load}
        onChange={(event) => handleText(event.currentTarget.value)}
      />
      {isShown && (
        <div className="Menu Search-panel AdminSearch-panel">
          {found.length === 0 ? (
            <p className="AdminSearch-nothing" role="status">
              {t('core.admin.nav.search_nothing_text')}
            </p>
          ) : (
            <div id={listId} role="listbox" aria-label={t('core.admin.nav.search_placeholder')}>
              {found.map((place) => (
                <Option
                  key={place.key}
                  id={`${listId}-${place.key}`}
                  place={place}
                  isActive={activeId === `${listId}-${place.key}`}
                  onChoose={handleChoice}
                />
              ))}
            </div>
          )}
        </div>
      )}
    </search>
  )
}

interface OptionProps {
  id: string
  place: Place
  isActive: boolean
  onChoose: () => void
}

function Option({ id, place, isActive, onChoose }: OptionProps): ReactNode {
  const { href } = useApp()
  return (
    <a
      className={classNames('Menu-item', isActive && 'is-active')}
      href={href(place.path)}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon name={place.icon} />
      <span>
        {place.label}
        {place.context !== undefined && <small>{place.context}</small>}
      </span>
    </a>
  )
}
