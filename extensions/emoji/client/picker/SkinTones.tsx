import { useT } from '@parley/client'
import { type ReactNode, useId } from 'react'
import { tones } from './stored.ts'

const names = ['default', 'light', 'medium_light', 'medium', 'medium_dark', 'dark'] as const

interface SkinTonesProps {
  tone: string
  onChoose(tone: string): void
}

/** Chooses the tone of skin of all emoji that have one. */
export function SkinTones({ tone, onChoose }: SkinTonesProps): ReactNode {
  const t = useT()
  const group = useId()
  return (
    <fieldset className="SkinTones">
      <legend className="VisuallyHidden">{t('emoji.forum.emoji-button.skin_tone_label')}</legend>
      {['', ...tones].map((each, index) => {
        const label = t(`emoji.forum.emoji-button.skin_tones.${names[index] ?? 'default'}`)
        return (
          <label key={each} className="SkinTones-tone" data-tone={index} data-tooltip={label}>
            <input
              type="radio"
              name={group}
              className="SkinTones-input"
              aria-label={label}
              checked={tone === each}
              onChange={() => onChoose(each)}
            />
          </label>
        )
      })}
    </fieldset>
  )
}
