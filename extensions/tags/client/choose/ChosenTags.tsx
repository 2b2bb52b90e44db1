import { Icon, useT } from '@parley/client'
import type { ReactNode } from 'react'
import { TagName } from '../labels/TagName.tsx'
import type { Choice } from './use-choice.ts'

interface ChosenTagsProps {
  choice: Choice
  /** Called when a button has removed itself. */
  onRemove: () => void
}

/** The chosen tags: buttons that take them back. */
export function ChosenTags({ choice, onRemove }: ChosenTagsProps): ReactNode {
  const t = useT()
  if (choice.chosen.length === 0) return null
  return (
    <ul className="TagLabels" aria-label={t('tags.lib.tag_selection_modal.chosen_label')}>
      {choice.chosen.map((tag) => (
        <li key={tag.id}>
          <button
            type="button"
            aria-label={t('tags.lib.tag_selection_modal.remove_button', { tag: tag.name })}
            onClick={() => {
              choice.toggle(tag)
              onRemove()
            }}
          >
            <TagName tag={tag} isSolid>
              <Icon name="close" isSmall />
            </TagName>
          </button>
        </li>
      ))}
    </ul>
  )
}
