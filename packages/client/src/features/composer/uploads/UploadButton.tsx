import { type ReactNode, useRef } from 'react'
import { useApp } from '../../../points/app-context.ts'
import type { AttachmentHandler } from '../../../points/composer/composer-extension.ts'
import type { Named } from '../../../points/composer/composer-parts.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { uploadsOf } from './uploads.ts'

/** A button that opens the browser's file picker for the files that an extension accepts. */
export function UploadButton({ handler }: { handler: Named<AttachmentHandler> }): ReactNode {
  const app = useApp()
  const input = useRef<HTMLInputElement>(null)
  const { accept, button } = handler.part
  if (button === undefined) return null
  return (
    <>
      <Button
        icon={button.icon}
        variant="quiet"
        isIconOnly
        isSmall
        isDisabled={app.composer.state.isSending}
        onClick={() => input.current?.click()}
      >
        {app.t(button.label)}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept.includes('*') ? undefined : accept.join(',')}
        aria-label={app.t(button.label)}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void uploadsOf(app).add(files, [handler])
        }}
      />
    </>
  )
}
