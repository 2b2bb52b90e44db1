import type { App } from '../../../points/app.ts'
import type {
  EditorCommand,
  EditorContext,
  WritingContext,
} from '../../../points/composer/composer-extension.ts'
import { composerPartsOf, type Named } from '../../../points/composer/composer-parts.ts'
import { matchesKey } from '../../../points/composer/key-spec.ts'

type Command = Named<EditorCommand>

/** The commands of a target, in the order of the toolbar. */
export function commandsOf(context: WritingContext): readonly Command[] {
  const isAvailable = (command: Command) =>
    guarded(context.app, command, () => command.part.when?.(context) ?? true)
  return composerPartsOf(context.app)
    .commands.filter(isAvailable)
    .sort((one, other) => (other.part.priority ?? 0) - (one.part.priority ?? 0))
}

/** Runs a command. Its failure is reported. */
export function runCommand(command: Command, context: EditorContext): void {
  guarded(context.app, command, () => {
    command.part.run(context)
    return true
  })
}

/** Whether a command applies to the selection already; undefined for one that does not tell. */
export function isActive(command: Command, context: EditorContext | undefined): boolean | undefined {
  if (command.part.isActive === undefined) return undefined
  return (
    context !== undefined && guarded(context.app, command, () => command.part.isActive?.(context) === true)
  )
}

/** Runs the command whose key was pressed. @returns whether there is one. */
export function runKey(event: KeyboardEvent, context: EditorContext): boolean {
  const isPressed = ({ part: { key } }: Command) => key !== undefined && matchesKey(event, key)
  const command = commandsOf(context).find(isPressed)
  if (command !== undefined) runCommand(command, context)
  return command !== undefined
}

function guarded(app: App, { extension }: Command, run: () => boolean): boolean {
  try {
    return run()
  } catch (error) {
    app.reportFailure(extension ?? 'core', error)
    return false
  }
}
