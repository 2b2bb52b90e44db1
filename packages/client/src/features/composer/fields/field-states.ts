import type { App } from '../../../points/app.ts'
import type { ComposerField } from '../../../points/composer/composer-extension.ts'
import { composerPartsOf, type Named } from '../../../points/composer/composer-parts.ts'
import type {
  Additions,
  ComposerFields,
  ComposerTarget,
  FieldValue,
} from '../../../points/composer/composer-target.ts'
import { joinAdditions } from '../../../points/composer/join-additions.ts'

/** The fields of a target, in the order of their declaration. */
export function fieldsOf(app: App, target: ComposerTarget): readonly Named<ComposerField>[] {
  return composerPartsOf(app).fields.filter((field) =>
    attempt(app, field, () => field.part.appliesTo(target, app), false),
  )
}

/** The values of a new text. */
export function originalFields(app: App, target: ComposerTarget): ComposerFields {
  const fields: Record<string, FieldValue> = {}
  for (const field of fieldsOf(app, target))
    fields[field.name] = attempt(app, field, () => field.part.initial(target, app), null)
  return { title: '', content: '', ...fields }
}

/** The values that a draft has kept. Those of extensions that are disabled stay as they are. */
export function restoreFields(
  app: App,
  target: ComposerTarget,
  stored: ComposerFields,
): Partial<ComposerFields> {
  const fields: Record<string, FieldValue | undefined> = { ...stored }
  for (const field of fieldsOf(app, target)) {
    const value = stored[field.name]
    if (value !== undefined)
      fields[field.name] = attempt(app, field, () => field.part.restore(value), undefined)
  }
  return fields as Partial<ComposerFields>
}

/** Name of the first field without which the text cannot be sent. */
export function missingField(app: App, target: ComposerTarget, fields: ComposerFields): string | undefined {
  const isMissing = ({ name, part, ...owner }: Named<ComposerField>) =>
    attempt(app, owner, () => part.isMissing?.(fields[name] ?? null, { app, target, fields }), false)
  return fieldsOf(app, target).find(isMissing)?.name
}

/** What the fields add to the request of a text. */
export function fieldAdditions(app: App, target: ComposerTarget, fields: ComposerFields): Additions {
  return joinAdditions(
    fieldsOf(app, target).map(({ name, part }) => part.send?.(fields[name] ?? null, { app, target }) ?? {}),
  )
}

/** Calls code of an extension; its failure is reported. An error of the core is thrown. */
function attempt<T>(
  app: App,
  { extension }: { extension: string | undefined },
  run: () => T,
  otherwise: T,
): T {
  if (extension === undefined) return run()
  try {
    return run()
  } catch (error) {
    app.reportFailure(extension, error)
    return otherwise
  }
}
