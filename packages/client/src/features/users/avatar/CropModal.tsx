import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { ModalProps } from '../../../base/modals.ts'
import { useApp } from '../../../points/app-context.ts'
import { FormButtons } from '../../../ui/forms/FormButtons.tsx'
import { Modal } from '../../../ui/modals/Modal.tsx'
import { type Crop, changeCrop, maximumZoom, moveCrop, sideOf, startCrop } from './crop.ts'

interface CropModalProps extends ModalProps {
  picture: ImageBitmap
}

/** Side length of the uploaded picture in pixels; the server scales it down. */
const uploadSize = 400
/** Distance that an arrow key moves the picture, as a fraction of the square's side. */
const arrowStep = 0.05

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-arrowStep, 0],
  ArrowRight: [arrowStep, 0],
  ArrowUp: [0, -arrowStep],
  ArrowDown: [0, arrowStep],
}

/** Crops a picture for the avatar. Closes with the cropped picture as a `Blob`. */
export function CropModal({ picture, close }: CropModalProps): ReactNode {
  const { t } = useApp()
  const formId = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState(() => startCrop(picture.width, picture.height))
  useEffect(() => draw(canvas.current, picture, crop), [picture, crop])
  const send = () => canvas.current?.toBlob((blob) => close(blob ?? undefined), 'image/png')
  const handleKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (arrow === undefined) return
    event.preventDefault()
    setCrop(moveCrop(crop, ...arrow))
  }
  return (
    <Modal
      title={t('core.forum.user.avatar_crop_title')}
      close={close}
      closesOnBackdrop={false}
      footer={
        <FormButtons
          formId={formId}
          submitLabel={t('core.forum.user.avatar_crop_submit_button')}
          isSending={false}
          close={close}
        />
      }
    >
      <form
        id={formId}
        className="Form"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <button
          type="button"
          className="AvatarCrop"
          aria-label={t('core.forum.user.avatar_crop_area_label')}
          onKeyDown={handleKeyDown}
          {...useDrag((right, down) => setCrop((now) => moveCrop(now, right, down)))}
        >
          <canvas ref={canvas} width={uploadSize} height={uploadSize} />
        </button>
        <label className="Field">
          <span className="Field-label">{t('core.forum.user.avatar_crop_zoom_label')}</span>
          <input
            className="Slider"
            type="range"
            min={1}
            max={maximumZoom}
            step={0.05}
            value={crop.zoom}
            style={{ '--part': (crop.zoom - 1) / (maximumZoom - 1) } as CSSProperties}
            onChange={(event) => setCrop(changeCrop(crop, { zoom: event.currentTarget.valueAsNumber }))}
          />
        </label>
      </form>
    </Modal>
  )
}

function draw(canvas: HTMLCanvasElement | null, picture: ImageBitmap, crop: Crop): void {
  const context = canvas?.getContext('2d')
  if (!context) return
  const side = sideOf(crop)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, uploadSize, uploadSize)
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, uploadSize, uploadSize)
}

/** Reports drags as fractions of the element's size. */
function useDrag(onMove: (right: number, down: number) => void) {
  const last = useRef<{ x: number; y: number }>(undefined)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
      if (last.current === undefined) return
      const { clientWidth, clientHeight } = currentTarget
      onMove((clientX - last.current.x) / clientWidth, (clientY - last.current.y) / clientHeight)
      last.current = { x: clientX, y: clientY }
    },
    onPointerUp() {
      last.current = undefined
    },
  }
}
