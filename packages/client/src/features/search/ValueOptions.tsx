import { searchWordsOf } from '@parley/shared/words'
import { type ReactNode, useEffect, useState } from 'react'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import type { GambitValue } from '../../points/gambits.ts'
import type { TypedValue } from './gambits.ts'
import { MarkedText } from './MarkedText.tsx'
import { OptionGroup, TextOption } from './options.tsx'
import { QuickSearch } from './suggestions/quick-search.ts'

interface ValueOptionsProps {
  value: TypedValue
  /** Returns the id of an option and whether it is selected. */
  optionProps: (name: string) => { id: string; isActive: boolean }
  onChoose: (text: string) => void
}

/** Values that complete what is typed behind the name of a filter. */
export function ValueOptions({
  value: { gambit, before, typed },
  optionProps,
  onChoose,
}: ValueOptionsProps): ReactNode {
  const app = useApp()
  const [search] = useState(
    () =>
      new QuickSearch<readonly GambitValue[]>(
        async (text, signal) => (await gambit.complete?.(text.slice(1), app, signal)) ?? [],
        (text) => text !== '',
      ),
  )
  const { results = [] } = useObservable(search)
  // Nothing is searched for without a text, but values are completed from the beginning on.
  useEffect(() => search.setText(`:${typed}`), [search, typed])
  if (results.length === 0) return null
  const words = searchWordsOf(typed, 1)
  return (
    <OptionGroup label={app.t(gambit.text)}>
      {results.map(({ value, label }) => (
        <TextOption key={value} onChoose={() => onChoose(`${before}${value} `)} {...optionProps(`v${value}`)}>
          <span>
            <bdi>
              <MarkedText text={label} words={words} />
            </bdi>
            <small>
              <bdi>{value}</bdi>
            </small>
          </span>
        </TextOption>
      ))}
    </OptionGroup>
  )
}
