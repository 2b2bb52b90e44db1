import { type ReactNode, useEffect, useReducer, useRef } from 'react'
import { useApp } from '../../../points/app-context.ts'
import type { ComposerTarget } from '../../../points/composer/composer-target.ts'
import { ariaKey, shownKey } from '../../../points/composer/key-spec.ts'
import { useHasItems } from '../../../points/slots.tsx'
import { Button } from '../../../ui/buttons/Button.tsx'
import { ComposerToolbar } from '../slots.ts'
import { UploadButton } from '../uploads/UploadButton.tsx'
import { uploadsOf } from '../uploads/uploads.ts'
import { useComposer } from '../use-composer.ts'
import { commandsOf, isActive, runCommand } from './commands.ts'
import { TextareaHandle } from './textarea-handle.ts'
import { useRovingFocus } from './use-roving-focus.ts'

/** The buttons of commands, of uploads, of the slot, and of commands behind these. An empty one keeps its place. */
export function EditorToolbar({ target }: { target: ComposerTarget }): ReactNode {
  const app = useApp()
  const toolbar = useRef<HTMLDivElement>(null)
  const hasItems = useHasItems(ComposerToolbar)
  const commands = commandsOf({ app, target })
  const handlers = uploadsOf(app)
    .handlersOf(target)
    .filter(({ part }) => part.button !== undefined)
  const isEmpty = !hasItems && commands.length === 0 && handlers.length === 0
  useRovingFocus(toolbar)
  if (isEmpty) return <div className="Composer-toolbar" />
  return (
    <div
      ref={toolbar}
      className="Composer-toolbar"
      role="toolbar"
      aria-label={app.t('core.forum.composer.toolbar_label')}
    >
      <CommandButtons target={target} commands={commands.filter(({ part }) => (part.priority ?? 0) >= 0)} />
      {handlers.map((handler) => (
        <UploadButton key={`${handler.extension} ${handler.name}`} handler={handler} />
      ))}
      <ComposerToolbar target={target} />
      <CommandButtons target={target} commands={commands.filter(({ part }) => (part.priority ?? 0) < 0)} />
    </div>
  )
}

interface CommandButtonsProps {
  target: ComposerTarget
  commands: ReturnType<typeof commandsOf>
}

function CommandButtons({ target, commands }: CommandButtonsProps): ReactNode {
  const app = useApp()
  const { composer, state } = useComposer()
  const { editor } = composer
  const context = editor && { app, target, editor }
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  const follows = commands.some(({ part }) => part.isActive !== undefined)
  const { textId } = state
  useEffect(() => {
    void textId
    return follows ? composer.editor?.subscribe(refresh) : undefined
  }, [composer, textId, follows])
  return commands.map((command) => {
    const { label, icon, key } = command.part
    return (
      <Button
        key={`${command.extension} ${command.name}`}
        icon={icon}
        variant="quiet"
        isIconOnly
        isSmall
        isDisabled={state.isSending}
        aria-pressed={isActive(command, context)}
        aria-keyshortcuts={key && ariaKey(key)}
        shortcut={key && shownKey(key)}
        // The field keeps the focus, and phones keep the keyboard.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          const { editor } = composer
          if (editor === undefined) return
          // Keyboards of phones compose every word.
          if (editor instanceof TextareaHandle) editor.endComposition()
          runCommand(command, { app, target, editor })
        }}
      >
        {app.t(label)}
      </Button>
    )
  })
}
