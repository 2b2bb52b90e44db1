import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import type { DiscussionProps } from '../../discussions/slots.ts'
import { useDiscussionPage } from '../page-context.ts'
import { parsePlace } from './parse-place.ts'
import { useFirstAndLast } from './use-dates.ts'

interface GoToFormProps extends DiscussionProps {
  /** Number of the last post. */
  last: number
  onGo: (number: number) => Promise<void>
}

/** Goes to a post by number, or to the first post on or after a date. */
export function GoToForm({ discussion, last, onGo }: GoToFormProps): ReactNode {
  const { alerts, t, translator } = useApp()
  const { dates } = useDiscussionPage()
  const firstAndLast = useFirstAndLast(discussion)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isInvalid, setIsInvalid] = useState(false)
  const [isSearching, setIsSearching] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const place = parsePlace(input.current?.value ?? '', last, regionOf(translator.locale))
    setIsInvalid(place === undefined)
    if (place === undefined) {
      input.current?.focus()
      return
    }
    setIsSearching(true)
    try {
      const number = 'number' in place ? place.number : await firstOf(place.day)
      if (input.current) input.current.value = ''
      await onGo(number)
    } catch (error) {
      alerts.showError(error)
    }
    setIsSearching(false)
  }
  const firstOf = async (day: Date) =>
    firstAndLast === undefined ? last : dates.firstSince(day.getTime(), firstAndLast.first, firstAndLast.last)
  return (
    <form className="ScrubberGoTo" noValidate onSubmit={submit}>
      <label className="VisuallyHidden" htmlFor={id}>
        {t('core.forum.post_scrubber.go_to_label')}
      </label>
      <input
        ref={input}
        id={id}
        className="Input"
        autoComplete="off"
        enterKeyHint="go"
        placeholder={t('core.forum.post_scrubber.go_to_placeholder')}
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${id}-help`}
        onInput={() => setIsInvalid(false)}
      />
      <Button variant="outline" type="submit" isLoading={isSearching}>
        {t('core.forum.post_scrubber.go_to_button')}
      </Button>
      <p
        id={`${id}-help`}
        className={isInvalid ? 'Field-error' : 'VisuallyHidden'}
        role={isInvalid ? 'alert' : undefined}
      >
        {isInvalid && <Icon name="warn" isSmall />}
        {t('core.forum.post_scrubber.go_to_help', { first: 1, count: last })}
      </p>
    </form>
  )
}

/** The reader's own form of the forum's language, which may write dates in another order. */
function regionOf(locale: string): string {
  const [language = locale] = locale.split('-', 1)
  return navigator.languages.find((name) => name.split('-', 1)[0] === language) ?? locale
}
