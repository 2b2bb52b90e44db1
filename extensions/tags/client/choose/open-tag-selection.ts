import type { App } from '@parley/client'
import type { TagSelectionOptions } from '../../contract/client.tsx'
import { limitsOf } from './limits.ts'
import { TagSelectionModal } from './TagSelectionModal.tsx'

/** Opens the modal in which tags are chosen: see `TagSelection` in the contract. */
export async function openTagSelection(
  app: App,
  { limits = {}, chosen = [], ...others }: TagSelectionOptions,
): Promise<readonly string[] | undefined> {
  const props = { ...others, chosen, limits: limitsOf(limits) }
  return (await app.modals.show(TagSelectionModal, props)) as readonly string[] | undefined
}
