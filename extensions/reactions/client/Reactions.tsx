import { type PostProps, useApp } from '@parley/client'
import { abbreviateNumber, formatNumber } from '@parley/shared/i18n'
import { type ReactNode, useRef, useState } from 'react'
import { asksToLogIn, canSeeReactors } from './abilities.ts'
import { choose } from './choose.ts'
import { Glyph } from './Glyph.tsx'
import { type ReactionType, useNameOf, useTypes } from './types.ts'
import { useNews } from './use-news.ts'
import { usePicker } from './use-picker.tsx'
import { showReactors } from './who/show-reactors.ts'

/** Milliseconds for which the pointer or the focus rests on a count until names are loaded. */
const restingTime = 150

/** How many have reacted to a post, by type. A click reacts, too; a long press opens the picker. */
export function Reactions({ post }: PostProps): ReactNode {
  useNews(post)
  const types = useTypes().filter(({ id }) => (post.reactionCounts?.[id] ?? 0) > 0)
  return types.length > 0 && <Counts post={post} types={types} />
}

function Counts({ post, types }: PostProps & { types: readonly ReactionType[] }): ReactNode {
  const { t } = useApp()
  const { ref, press, picker } = usePicker(post.id)
  return (
    <div ref={ref} className="Reactions" {...(post.canReact && press)}>
      <ul aria-label={t('reactions.forum.post.reactions_label')}>
        {types.map((type) => (
          <li key={type.id} data-reaction={type.id}>
            <Count post={post} type={type} />
          </li>
        ))}
      </ul>
      {picker}
    </div>
  )
}

function Count({ post, type }: PostProps & { type: ReactionType }): ReactNode {
  const app = useApp()
  const { t, translator } = app
  const name = useNameOf()(type)
  const [names, setNames] = useState<string>()
  const count = post.reactionCounts?.[type.id] ?? 0
  const isOwn = post.userReactionIdentifier === Number(type.id)
  const isSeen = canSeeReactors(app, post)
  const content = (
    <>
      <Glyph type={type} />
      <span aria-hidden="true">{abbreviateNumber(count, translator)}</span>
      <span className="VisuallyHidden">
        {t('reactions.forum.post.count_text', { reaction: name, number: formatNumber(count, translator) })}
      </span>
    </>
  )
  const tooltip = (isSeen && names) || name
  const loadNames = async () => {
    const { reactorsInWords } = await import('./who/reactors-in-words.ts')
    setNames(await reactorsInWords(app, post, type, name))
  }
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const planNames = () => {
    clearTimeout(resting.current)
    // What cannot be loaded is not said.
    if (isSeen) resting.current = setTimeout(() => void loadNames().catch(() => {}), restingTime)
  }
  const known = {
    className: 'Reaction',
    'data-tooltip': tooltip,
    onPointerEnter: planNames,
    onPointerLeave: () => clearTimeout(resting.current),
  }
  if (asksToLogIn(app) || (post.canReact && (type.enabled || isOwn))) {
    const toggle = () => void choose(app, post, isOwn ? null : Number(type.id))
    return (
      <button {...known} type="button" aria-pressed={isOwn} onFocus={planNames} onClick={toggle}>
        {content}
      </button>
    )
  }
  if (!isSeen) return <span {...known}>{content}</span>
  return (
    <button
      {...known}
      type="button"
      aria-haspopup="dialog"
      onFocus={planNames}
      onClick={() => showReactors(app, post.id, type.id)}
    >
      {content}
    </button>
  )
}
