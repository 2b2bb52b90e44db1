import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { ModalProps } from '../../base/modals.ts'
import { useT } from '../../points/app-context.ts'
import { Button, LinkButton } from '../buttons/Button.tsx'
import { useDialog } from '../modals/Modal.tsx'
import './ImageModal.css'

/** An image of a text. */
export interface LargeImage {
  src: string
  /** The author's alternative text; may be empty. */
  alt: string
}

interface ImageModalProps extends ModalProps {
  /** Those of one text, in their order. */
  images: readonly LargeImage[]
  /** The place of the one that is shown first. */
  start: number
}

/** Pixels of a swipe to the next image. */
const swipeLength = 60

/**
 * Shows images as large as the window allows, one at a time, and in their own size. Escape and a click beside the image close it;
 * arrow keys and swipes turn to the others.
 */
export function ImageModal({ images, start, close }: ImageModalProps): ReactNode {
  const t = useT()
  const dialog = useDialog()
  const [index, setIndex] = useState(start)
  const zoom = useZoom(dialog.ref)
  const { src, alt } = images[index] ?? { src: '', alt: '' }
  const show = (next: number) => {
    if (images[next] === undefined) return
    zoom.reset()
    setIndex(next)
  }
  const swipe = useSwipe((step) => show(index + step))
  // The button that has turned to this image may be gone: the keys go on.
  useEffect(() => {
    const frame = dialog.ref.current
    if (frame && !frame.contains(document.activeElement)) frame.focus()
  })
  const handleKey = (event: KeyboardEvent) => {
    // Those are the browser's: its own zoom, and back.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = stepOf(event)
    if (event.key === '+' || event.key === '=') zoom.change(true)
    else if (event.key === '-') zoom.change(false)
    // Arrows move over an image that is larger than the window.
    else if (step !== 0 && !zoom.isZoomed) show(index + step)
    else return
    event.preventDefault()
  }
  const handleClick = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLImageElement)) return event.target === event.currentTarget && close()
    if (zoom.isZoomable) zoom.change(!zoom.isZoomed, event)
    else close()
  }
  return (
    // The keys are those of its buttons; the browser gives it the focus.
    <dialog
      {...dialog}
      tabIndex={-1}
      className={`ImageModal${zoom.isZoomable ? ' is-zoomable' : ''}${zoom.isZoomed ? ' is-zoomed' : ''}`}
      data-theme="dark"
      aria-label={alt || t('core.lib.prose.image_label')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={handleClick}
      onKeyDown={handleKey}
      {...(!zoom.isZoomed && swipe)}
    >
      <img key={index} src={src} alt={alt} onLoad={zoom.measure} />
      <div className="ImageModal-controls">
        {zoom.isZoomable && (
          <Button
            variant="outline"
            icon={zoom.isZoomed ? 'shrink' : 'expand'}
            isIconOnly
            shortcut={zoom.isZoomed ? '-' : '+'}
            onClick={() => zoom.change(!zoom.isZoomed)}
          >
            {zoom.isZoomed ? t('core.lib.prose.fit_image_button') : t('core.lib.prose.enlarge_image_button')}
          </Button>
        )}
        <LinkButton variant="outline" href={src} target="_blank" rel="ugc nofollow noopener">
          {t('core.lib.prose.original_image_link')}
        </LinkButton>
        <Button variant="outline" icon="close" isIconOnly onClick={() => close()}>
          {t('core.lib.modal.close')}
        </Button>
      </div>
      {images.length > 1 && <Turning index={index} count={images.length} onShow={show} />}
      {alt !== '' && (
        <p className="ImageModal-alt" aria-hidden="true" dir="auto">
          {alt}
        </p>
      )}
    </dialog>
  )
}

interface TurningProps {
  index: number
  count: number
  onShow: (index: number) => void
}

/** Buttons to the images before and behind, and which one is shown. */
function Turning({ index, count, onShow }: TurningProps): ReactNode {
  const t = useT()
  return (
    <>
      <Button
        className="ImageModal-previous"
        variant="outline"
        icon="back"
        isDirectional
        isIconOnly
        isDisabled={index === 0}
        onClick={() => onShow(index - 1)}
      >
        {t('core.lib.prose.previous_image_button')}
      </Button>
      <Button
        className="ImageModal-next"
        variant="outline"
        icon="back"
        isDirectional
        isIconOnly
        isDisabled={index === count - 1}
        onClick={() => onShow(index + 1)}
      >
        {t('core.lib.prose.next_image_button')}
      </Button>
      <p className="ImageModal-count tabular" role="status">
        {t('core.lib.prose.image_count_text', { number: index + 1, count })}
      </p>
    </>
  )
}

/** -1 for the key to the image before, 1 for that to the one behind, 0 for others. */
function stepOf({ key, currentTarget }: KeyboardEvent): number {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0
  return getComputedStyle(currentTarget).direction === 'rtl' ? -step : step
}

/** Whether the image is shown in its own size, and whether that is larger than the window allows. */
function useZoom(dialog: { current: HTMLElement | null }) {
  const [isZoomed, setIsZoomed] = useState(false)
  const [isZoomable, setIsZoomable] = useState(false)
  const imageOf = () => dialog.current?.querySelector('img')
  return {
    isZoomed,
    isZoomable,
    measure() {
      const image = imageOf()
      if (image) setIsZoomable(image.naturalWidth > image.clientWidth + 1)
    },
    /** @param at the pointer, whose place in the image stays in the middle. */
    change(next: boolean, at?: MouseEvent) {
      const image = imageOf()
      if (!image || !isZoomable || next === isZoomed) return
      const { left, top, width, height } = image.getBoundingClientRect()
      const x = at ? (at.clientX - left) / width : 0.5
      const y = at ? (at.clientY - top) / height : 0.5
      flushSync(() => setIsZoomed(next))
      const frame = dialog.current
      const large = image.getBoundingClientRect()
      frame?.scrollBy({
        left: large.left + x * large.width - frame.clientWidth / 2,
        top: large.top + y * large.height - frame.clientHeight / 2,
        behavior: 'instant',
      })
    },
    reset() {
      setIsZoomed(false)
      setIsZoomable(false)
    },
  }
}

/** Turns with a horizontal movement of one finger. */
function useSwipe(turn: (step: number) => void) {
  const from = useRef<{ x: number; y: number } | undefined>(undefined)
  return {
    onPointerDown({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      from.current = pointerType === 'touch' && isPrimary ? { x, y } : undefined
    },
    onPointerUp({ clientX, clientY, currentTarget }: PointerEvent) {
      if (from.current === undefined) return
      const [x, y] = [clientX - from.current.x, clientY - from.current.y]
      from.current = undefined
      const isPinched = (window.visualViewport?.scale ?? 1) > 1.01
      if (isPinched || Math.abs(x) < swipeLength || Math.abs(x) < 2 * Math.abs(y)) return
      const isRtl = getComputedStyle(currentTarget).direction === 'rtl'
      turn((x < 0 ? 1 : -1) * (isRtl ? -1 : 1))
    },
  }
}
