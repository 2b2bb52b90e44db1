import type { ReactNode } from 'react'
import { useApp, useT } from '../../points/app-context.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { ExtensionErrorBoundary } from '../../points/error-boundary.tsx'
import { composerTexts } from './composer-texts.ts'
import { SourceField } from './editor/SourceField.tsx'
import { fieldsOf } from './fields/field-states.ts'
import { useComposer } from './use-composer.ts'

interface ComposerEditorProps {
  target: ComposerTarget
  invalidField: string | undefined
}

/** The fields, and the preview beside the text. */
export function ComposerEditor({ target, invalidField }: ComposerEditorProps): ReactNode {
  const t = useT()
  return (
    <div className="Composer-body">
      <Fields target={target} invalidField={invalidField} />
      <SourceField
        target={target}
        name={composerTexts(t, target).body}
        isInvalid={invalidField === 'content'}
      />
    </div>
  )
}

/** The components of the target's fields, above the text. */
function Fields({ target, invalidField }: ComposerEditorProps): ReactNode {
  const app = useApp()
  const { composer, state } = useComposer()
  return fieldsOf(app, target).map(({ name, extension, part: { Component } }) => {
    if (Component === undefined) return null
    const input = (
      <Component
        name={name}
        target={target}
        value={state.fields[name] ?? null}
        isReadOnly={state.isSending}
        isInvalid={invalidField === name}
        onChange={(value) => composer.change({ [name]: value })}
      />
    )
    if (extension === undefined) return <div key={name}>{input}</div>
    return (
      <div key={name} className="Composer-field">
        <ExtensionErrorBoundary extension={extension}>{input}</ExtensionErrorBoundary>
      </div>
    )
  })
}
