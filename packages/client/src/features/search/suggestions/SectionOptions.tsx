import type { SearchWord } from '@parley/shared/words'
import type { ReactNode } from 'react'
import { useT } from '../../../points/app-context.ts'
import { LinkOption, OptionGroup } from '../options.tsx'
import type { FoundSection } from './find-in-sections.ts'

interface SectionOptionsProps {
  found: FoundSection
  words: readonly SearchWord[]
  /** Returns the id of an option and whether it is selected. */
  optionProps: (name: string) => { id: string; isActive: boolean }
}

/** What a section of an extension has found. */
export function SectionOptions({ found, words, optionProps }: SectionOptionsProps): ReactNode {
  const t = useT()
  const { extension, section, items } = found
  const { label, keyOf, path, Row } = section
  return (
    <OptionGroup label={t(label)}>
      {items.map((item, index) => (
        <LinkOption key={keyOf(item)} path={path(item)} {...optionProps(`${extension}${index}`)}>
          <Row item={item} words={words} />
        </LinkOption>
      ))}
    </OptionGroup>
  )
}
