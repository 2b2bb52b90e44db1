import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/buttons/Button.tsx'

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** The kinds of files, as `<input accept>` has them; any by default. */
  accept?: string
  /** The name of the file. */
  label: string
  onFile(file: File): void
}

/** A button that takes a file of the administrator's device. */
export function FileButton({ accept, label, onFile, ...button }: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="outline" {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Lets the same file be chosen twice in a row.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
