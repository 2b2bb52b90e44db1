import { type App, Button, useApp } from '@parley/client'
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { Glyph } from '../Glyph.tsx'
import type { Emoji } from '../load-data.ts'
import { CategoryTabs } from './CategoryTabs.tsx'
import { EmojiGrid, sectionLabel } from './EmojiGrid.tsx'
import { rememberRecent, shownRecents } from './recents.ts'
import { SkinTones } from './SkinTones.tsx'
import { foundSection, offered, type PickedEmoji, type Section, sectionsOf } from './sections.ts'
import { storedTone, storeTone } from './stored.ts'

interface ContentProps {
  all: readonly Emoji[]
  onClose(): void
}

/** Search, categories and emoji. It begins anew each time the picker opens. */
export function PickerContent({ all, onClose }: ContentProps): ReactNode {
  const app = useApp()
  const { forum, t } = app
  const content = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const [query, setQuery] = useState('')
  const [tone, setTone] = useState(storedTone)
  const [pointed, setPointed] = useState<PickedEmoji>()
  const sections = useSections(all, tone)
  const [chosen, setChosen] = useState(() => openingSection(app, sections))
  const focusGrid = () => content.current?.querySelector<HTMLElement>('.EmojiGrid [tabindex="0"]')?.focus()
  const focusFirst = useEffectEvent(focusGrid)
  useEffect(() => focusFirst(), [])

  const isSearching = query.trim() !== ''
  const hasTabs = forum['flamoji.show_category_buttons'] !== false
  const found = useMemo(() => foundSection(offered(app, all), query, tone), [app, all, query, tone])
  const listed = hasTabs ? sections.filter(({ name }) => name === chosen) : sections
  const shown = isSearching ? [found] : listed
  return (
    <div ref={content} className="EmojiPicker-content">
      <PickerHead query={query} onQuery={setQuery} onDown={focusGrid} onClose={onClose} />
      {hasTabs && (
        <CategoryTabs
          names={sections.map(({ name }) => name)}
          chosen={isSearching ? undefined : chosen}
          panelId={panelId}
          onChoose={(name) => {
            setQuery('')
            setChosen(name)
          }}
        />
      )}
      <div
        {...(hasTabs && { role: 'tabpanel', 'aria-label': sectionLabel(t, shown[0]?.name ?? 'found') })}
        id={panelId}
        key={isSearching ? 'found' : chosen}
        className="EmojiPicker-panel"
      >
        {shown.every(({ emoji }) => emoji.length === 0) ? (
          <p className="EmojiPicker-none">{t('emoji.forum.emoji-button.no_emojis_found_message')}</p>
        ) : (
          <EmojiGrid
            sections={shown}
            hasHeadings={!hasTabs && !isSearching}
            onChoose={(emoji) => insertEmoji(app, emoji, onClose)}
            onPoint={forum['flamoji.show_preview'] ? setPointed : undefined}
          />
        )}
      </div>
      <p className="VisuallyHidden" role="status">
        {isSearching && t('emoji.forum.emoji-button.found_message', { count: found.emoji.length })}
      </p>
      <PickerFoot pointed={pointed} tone={tone} onTone={setTone} />
    </div>
  )
}

/** Inserts an emoji at the caret and remembers it. Where the picker stays open, the focus stays in it. */
function insertEmoji(app: App, { character, src }: PickedEmoji, close: () => void): void {
  const { composer, forum } = app
  const { activeElement } = document
  const closes = forum['flamoji.auto_hide'] !== false
  if (closes) close()
  // The space ends what is typed of a custom emoji: it is not suggested again.
  composer.editor?.insert(src === undefined ? character : `${character} `)
  rememberRecent(app, character)
  if (!closes && activeElement instanceof HTMLElement) activeElement.focus()
}

interface HeadProps {
  query: string
  onQuery(query: string): void
  /** Arrow Down in the search. */
  onDown(): void
  onClose(): void
}

function PickerHead({ query, onQuery, onDown, onClose }: HeadProps): ReactNode {
  const { forum, t } = useApp()
  return (
    <div className="EmojiPicker-head">
      {forum['flamoji.show_search'] !== false && (
        <input
          type="search"
          className="Input"
          aria-label={t('emoji.forum.emoji-button.search_placeholder')}
          placeholder={t('emoji.forum.emoji-button.search_placeholder')}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            onDown()
          }}
        />
      )}
      <Button icon="close" variant="quiet" isIconOnly isSmall className="EmojiPicker-close" onClick={onClose}>
        {t('emoji.forum.emoji-button.close_button')}
      </Button>
    </div>
  )
}

interface FootProps {
  pointed: PickedEmoji | undefined
  tone: string
  onTone(tone: string): void
}

function PickerFoot({ pointed, tone, onTone }: FootProps): ReactNode {
  const { forum } = useApp()
  return (
    <div className="EmojiPicker-foot">
      {forum['flamoji.show_preview'] && pointed ? <Pointed emoji={pointed} /> : <Credit />}
      {forum['flamoji.show_variants'] !== false && (
        <SkinTones
          tone={tone}
          onChoose={(next) => {
            storeTone(next)
            onTone(next)
          }}
        />
      )}
    </div>
  )
}

/** The sections as they are when the picker opens, in a tone of skin. */
function useSections(all: readonly Emoji[], tone: string): readonly Section[] {
  const app = useApp()
  const [recents] = useState(() => shownRecents(app))
  return useMemo(() => sectionsOf(app, offered(app, all), { recents, tone }), [app, all, recents, tone])
}

/** The category with which the picker opens: that of the setting, else the first one. */
function openingSection({ forum }: App, sections: readonly Section[]): Section['name'] | undefined {
  const names = sections.map(({ name }) => name)
  const wanted = forum['flamoji.initial_category']
  return names.find((name) => name === wanted) ?? names.find((name) => name !== 'recents')
}

function Pointed({ emoji }: { emoji: PickedEmoji }): ReactNode {
  return (
    <p className="EmojiPicker-pointed" aria-hidden="true">
      <span className="EmojiRow-glyph">
        <Glyph character={emoji.character} src={emoji.src} />
      </span>
      {emoji.name}
    </p>
  )
}

/** The license of the pictures asks for it. */
function Credit(): ReactNode {
  const { forum, t } = useApp()
  return (
    <p className="EmojiPicker-credit">
      {forum['flamoji.emoji_style'] !== 'native' && t('emoji.forum.emoji-button.credit_text')}
    </p>
  )
}
