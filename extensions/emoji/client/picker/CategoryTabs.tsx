import { useT } from '@parley/client'
import type { KeyboardEvent, ReactNode } from 'react'
import { categories } from '../../shared/categories.ts'
import { Glyph } from '../Glyph.tsx'
import { sectionLabel } from './EmojiGrid.tsx'
import type { Section } from './sections.ts'

const signs: Readonly<Record<string, string>> = {
  recents: '🕘',
  custom: '⭐',
  ...Object.fromEntries(categories.map(({ name, sign }) => [name, sign])),
}

interface TabsProps {
  names: readonly Section['name'][]
  chosen: Section['name'] | undefined
  /** The id of the panel that the tabs change. */
  panelId: string
  onChoose(name: Section['name']): void
}

/** The categories: one stop of the Tab key, in which arrows choose. */
export function CategoryTabs({ names, chosen, panelId, onChoose }: TabsProps): ReactNode {
  const t = useT()
  const stop = chosen ?? names[0]
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const index = stop === undefined ? -1 : names.indexOf(stop)
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const backward = isRtl ? 'ArrowRight' : 'ArrowLeft'
    const next = { [forward]: index + 1, [backward]: index - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const name = names.at(next % names.length)
    if (name === undefined) return
    onChoose(name)
    event.currentTarget.querySelector<HTMLElement>(`[data-name="${name}"]`)?.focus()
  }
  return (
    <div
      className="EmojiTabs"
      role="tablist"
      aria-label={t('emoji.forum.emoji-button.categories_label')}
      onKeyDown={handleKey}
    >
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className="EmojiTabs-tab"
          role="tab"
          data-name={name}
          data-tooltip={sectionLabel(t, name)}
          aria-label={sectionLabel(t, name)}
          aria-selected={name === chosen}
          aria-controls={panelId}
          tabIndex={name === stop ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          <Glyph character={signs[name] ?? ''} />
        </button>
      ))}
    </div>
  )
}
