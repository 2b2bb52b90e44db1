import type { SearchWord } from '@parley/shared/words'
import type { ReactNode } from 'react'
import { useRecord } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { Icon } from '../../ui/Icon.tsx'
import { discussionPath } from '../discussions/discussion-path.ts'
import { userPath } from '../users/user-path.ts'
import { FoundUser } from './FoundUser.tsx'
import type { GambitCompletion } from './gambits.ts'
import type { QuickResults } from './load-results.ts'
import { MarkedExcerpt, MarkedText } from './MarkedText.tsx'
import { searchPath } from './search-path.ts'

interface OptionProps {
  id: string
  isActive: boolean
}

interface LinkOptionProps extends OptionProps {
  /** Path below the base path. */
  path: string
  children: ReactNode
}

/** A suggestion with a path: a link, which can also be opened in a new tab. */
export function LinkOption({ id, isActive, path, children }: LinkOptionProps): ReactNode {
  const { href } = useApp()
  return (
    <a
      id={id}
      className={isActive ? 'Menu-item is-active' : 'Menu-item'}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={href(path)}
    >
      {children}
    </a>
  )
}

/** Suggestions of one kind. */
export function OptionGroup({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <fieldset className="Search-group">
      <legend className="Menu-heading">{label}</legend>
      {children}
    </fieldset>
  )
}

/** A link to the page with all results for a text. */
export function AllResultsOption({ text, ...option }: OptionProps & { text: string }): ReactNode {
  const { t } = useApp()
  return (
    <LinkOption {...option} path={searchPath(text)}>
      <Icon name="search" />
      <span>{t('core.forum.search.all_discussions_button', { query: text.trim() })}</span>
      <span className="Search-key" aria-hidden="true">
        <kbd>↵</kbd>
      </span>
    </LinkOption>
  )
}

/** A link to the results for the suggested spelling. */
export function SuggestionOption({ suggestion, ...option }: OptionProps & { suggestion: string }): ReactNode {
  const { t } = useApp()
  return (
    <LinkOption {...option} path={searchPath(suggestion)}>
      <Icon name="search" />
      <span>{t('core.forum.search.did_you_mean_text', { query: suggestion })}</span>
    </LinkOption>
  )
}

interface GambitOptionProps extends OptionProps {
  completion: GambitCompletion
  onChoose: (text: string) => void
}

/** A gambit that completes the search text. */
export function GambitOption({ completion, onChoose, id, isActive }: GambitOptionProps): ReactNode {
  const { t } = useApp()
  const { name, gambit, completed } = completion
  return (
    <TextOption id={id} isActive={isActive} onChoose={() => onChoose(completed)}>
      <code className="Search-gambit">
        {name}
        {gambit.example && <span>{t(gambit.example)}</span>}
      </code>
      <small>{t(gambit.text)}</small>
    </TextOption>
  )
}

interface TextOptionProps extends OptionProps {
  onChoose: () => void
  children: ReactNode
}

/** An option that changes the text of the field and leads nowhere. */
export function TextOption({ id, isActive, onChoose, children }: TextOptionProps): ReactNode {
  return (
    <div
      id={id}
      className={isActive ? 'Menu-item is-active' : 'Menu-item'}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClickCapture={onChoose}
    >
      {children}
    </div>
  )
}

interface ResultOptionProps extends OptionProps {
  words: readonly SearchWord[]
}

type FoundDiscussion = QuickResults['discussions'][number]

export function DiscussionOption({
  found,
  words,
  ...option
}: ResultOptionProps & { found: FoundDiscussion }): ReactNode {
  const discussion = useRecord('discussions', found.id)
  const post = useRecord('posts', found.postId)
  if (discussion === undefined) return null
  return (
    <LinkOption {...option} path={discussionPath(discussion, post?.number)}>
      <Icon name="post" />
      <span>
        <bdi>
          <MarkedText text={discussion.title} words={words} />
        </bdi>
        <small className="Search-excerpt" dir="auto">
          <MarkedExcerpt post={post} words={words} />
        </small>
      </span>
    </LinkOption>
  )
}

export function UserOption({ userId, words, ...option }: ResultOptionProps & { userId: string }): ReactNode {
  const user = useRecord('users', userId)
  if (user === undefined) return null
  return (
    <LinkOption {...option} path={userPath(user)}>
      <FoundUser user={user} words={words} size="xs" />
    </LinkOption>
  )
}
