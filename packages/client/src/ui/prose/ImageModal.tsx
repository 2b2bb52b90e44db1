import { type ReactNode, useLayoutEffect } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useT } from '../../points/app-context.ts'
import { Button, LinkButton } from '../buttons/Button.tsx'
import { useDialog } from '../modals/Modal.tsx'

interface ImageModalProps extends ModalProps {
  src: string
  /** The author's alternative text; may be empty. */
  alt: string
}

/** Shows an image as large as the window allows. Escape and any click close it. */
export function ImageModal({ src, alt, close }: ImageModalProps): ReactNode {
  const t = useT()
  const dialog = useDialog()
  const { ref } = dialog
  useLayoutEffect(() => {
    const element = ref.current
    const handleClick = () => close()
    element?.addEventListener('click', handleClick)
    return () => element?.removeEventListener('click', handleClick)
  }, [close, ref])
  return (
    <dialog
      {...dialog}
      className="ImageModal"
      data-theme="dark"
      aria-label={alt || t('core.lib.prose.image_label')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <img src={src} alt={alt} />
      <div className="ImageModal-controls">
        <LinkButton variant="outline" href={src} target="_blank" rel="ugc nofollow noopener">
          {t('core.lib.prose.original_image_link')}
        </LinkButton>
        <Button variant="outline" icon="close" isIconOnly>
          {t('core.lib.modal.close')}
        </Button>
      </div>
    </dialog>
  )
}
