import type { ReactNode } from 'react'
import type { ModalProps } from '../../../base/modals.ts'
import { useApp } from '../../../points/app-context.ts'
import { composerPartsOf } from '../../../points/composer/composer-parts.ts'
import { Modal } from '../../../ui/modals/Modal.tsx'
import { Prose } from '../../../ui/prose/Prose.tsx'
import { previewHtml } from '../preview/post-markup.ts'
import './FormattingHelp.css'

/** What can be written, as it is typed and as the renderer shows it. */
export function FormattingHelp({ close }: ModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  return (
    <Modal title={t('core.forum.composer.help_title')} close={close}>
      <table className="FormattingHelp">
        <thead>
          <tr>
            <th scope="col">{t('core.forum.composer.help_typed_heading')}</th>
            <th scope="col">{t('core.forum.composer.help_shown_heading')}</th>
          </tr>
        </thead>
        <tbody>
          {composerPartsOf(app).samples.map(({ name, extension, part }) => {
            const source = part.source(app)
            return (
              <tr key={`${extension} ${name}`}>
                <td>
                  <small className="Muted">{t(part.label)}</small>
                  <pre dir="auto">{source}</pre>
                </td>
                <td>
                  <Prose html={previewHtml(app, source)} isPreview />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Modal>
  )
}
