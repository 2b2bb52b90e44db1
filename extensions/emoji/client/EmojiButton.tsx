import { Button, useApp } from '@parley/client'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { PickerProps } from './picker/EmojiPicker.tsx'

/** Opens and closes the picker, which is loaded with the first click. */
export function EmojiButton(): ReactNode {
  const app = useApp()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isLoading, setIsLoading] = useState(false)
  const [picker, setPicker] = useState<{ Picker(props: PickerProps): ReactNode }>()
  const load = async () => {
    setIsLoading(true)
    try {
      const loaded = await app.connection.load(() => import('./picker/EmojiPicker.tsx'))
      await loaded.loadPicker(app)
      setPicker(loaded)
    } catch (error) {
      app.alerts.showError(error, () => void load())
    }
    setIsLoading(false)
  }
  return (
    <>
      <Button
        ref={button}
        icon="smile"
        variant="quiet"
        isIconOnly
        isSmall
        isLoading={isLoading}
        aria-haspopup="dialog"
        popoverTarget={picker && id}
        onClick={picker ? undefined : () => void load()}
      >
        {app.t('emoji.forum.composer.emoji_tooltip')}
      </Button>
      {picker && <picker.Picker id={id} button={button} />}
    </>
  )
}
