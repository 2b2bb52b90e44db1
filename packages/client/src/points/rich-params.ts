import type { MessageParam, MessageTag } from '@parley/shared/i18n'
import type { ReactElement } from 'react'

/** Parameters of a message that contains elements: see `Rich`. */
export type RichParams = Record<string, MessageParam | ReactElement | MessageTag<ReactElement>>
