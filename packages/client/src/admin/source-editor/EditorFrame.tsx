import { type ReactNode, type RefObject, useState } from 'react'
import { useT } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/class-names.ts'

interface EditorFrameProps {
  ref?: RefObject<HTMLDivElement | null>
  /** The toolbar. */
  tools?: ReactNode
  hasPreview: boolean
  children: ReactNode
}

/** The frame of an editor. Where it is narrow, a button turns from the text to its preview. */
export function EditorFrame({ ref, tools, hasPreview, children }: EditorFrameProps): ReactNode {
  const t = useT()
  const [isPreviewing, setIsPreviewing] = useState(false)
  return (
    <div ref={ref} className={classNames('SourceEditor', isPreviewing && hasPreview && 'is-previewing')}>
      <div className="SourceEditor-tools">
        {tools}
        {hasPreview && (
          <Button
            icon={isPreviewing ? 'edit' : 'eye'}
            variant="quiet"
            isIconOnly
            isSmall
            className="SourceEditor-toggle"
            aria-pressed={isPreviewing}
            onClick={() => setIsPreviewing(!isPreviewing)}
          >
            {t('core.forum.composer.preview_tooltip')}
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}
