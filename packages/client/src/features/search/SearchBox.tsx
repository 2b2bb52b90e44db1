import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { SearchPanel } from './SearchPanel.tsx'
import { searchPath } from './search-path.ts'
import type { Popup } from './use-option-keys.ts'

/** The search field in the header: a plain form with suggestions while the reader types. */
export function SearchBox(): ReactNode {
  return <SearchField hasShortcut />
}

interface SearchFieldProps {
  className?: string
  /** Shows the shortcut key. */
  hasShortcut?: boolean
  /** Takes the focus on mount and opens the suggestions. */
  isFocused?: boolean
}

/** A search field that starts with the search text of the page. */
export function SearchField(props: SearchFieldProps): ReactNode {
  const text = useRouterState().entry.location?.query.get('q') ?? ''
  // The key resets the field after each search, which drops text that was not submitted.
  return <SearchForm key={text} initial={text} {...props} />
}

const closed: Popup = { isOpen: false }

function SearchForm({
  initial,
  className,
  hasShortcut = false,
  isFocused = false,
}: SearchFieldProps & { initial: string }): ReactNode {
  const { t, href, router } = useApp()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [text, setText] = useState(initial)
  const [popup, setPopup] = useState(closed)
  const [Panel, prepare] = usePanel()
  const open = () => setPopup({ isOpen: true })
  useInitialFocus(isFocused ? input : undefined, setPopup)
  useEarlyText(input, (typed) => {
    prepare()
    change(typed)
  })
  const change = (changed: string) => {
    setText(changed)
    open()
  }
  const clear = () => {
    change('')
    input.current?.focus()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setPopup(closed)
    if (text.trim() !== '') void router.navigate(searchPath(text))
  }
  const isOpen = popup.isOpen && Panel !== undefined
  return (
    // Leaving the form closes the suggestions; the elements inside handle the keyboard.
    <search className={className}>
      <form
        className="Search"
        action={href('/all')}
        onSubmit={handleSubmit}
        onPointerEnter={prepare}
        onFocus={prepare}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setPopup(closed)
        }}
      >
        <Icon name="search" />
        <input
          ref={input}
          className="Input"
          type="search"
          name="q"
          value={text}
          placeholder={t('core.forum.header.search_placeholder')}
          aria-label={t('core.forum.header.search_role_label')}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={popup.activeId}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => change(event.target.value)}
          onClick={open}
        />
        {text === '' ? hasShortcut && <SlashKey /> : <ClearButton onClick={clear} />}
        {Panel && (
          <Panel
            input={input}
            listId={listId}
            text={text}
            onText={change}
            isOpen={isOpen}
            activeId={popup.activeId}
            onPopup={setPopup}
          />
        )}
      </form>
    </search>
  )
}

function SlashKey(): ReactNode {
  return (
    <span className="Search-key" aria-hidden="true">
      <kbd>/</kbd>
    </span>
  )
}

function ClearButton({ onClick }: { onClick: () => void }): ReactNode {
  const { t } = useApp()
  return (
    <Button className="Search-clear" variant="quiet" icon="close" isIconOnly isSmall onClick={onClick}>
      {t('core.forum.header.search_clear_button_accessible_label')}
    </Button>
  )
}

/** Moves the focus to the field from the page's heading, which gets it after a navigation. */
function useInitialFocus(
  input: RefObject<HTMLInputElement | null> | undefined,
  onPopup: (popup: Popup) => void,
): void {
  useEffect(() => {
    if (!input?.current?.checkVisibility()) return
    input.current.focus()
    onPopup({ isOpen: true })
  }, [input, onPopup])
}

/** Takes over a field that the reader began to use before hydration. */
function useEarlyText(input: RefObject<HTMLInputElement | null>, onText: (text: string) => void): void {
  const takeOver = useEffectEvent(() => {
    if (input.current !== null && document.activeElement === input.current) onText(input.current.value)
  })
  useEffect(() => takeOver(), [])
}

/** Returns the panel of suggestions once it is loaded, and a function that loads it. The form works without it. */
function usePanel(): [typeof SearchPanel | undefined, () => void] {
  const { connection } = useApp()
  const [Panel, setPanel] = useState<typeof SearchPanel>()
  const load = async () => {
    try {
      const { SearchPanel } = await connection.load(() => import('./SearchPanel.tsx'))
      setPanel(() => SearchPanel)
    } catch {
      // The connection reports its own failures.
    }
  }
  return [Panel, () => void load()]
}
