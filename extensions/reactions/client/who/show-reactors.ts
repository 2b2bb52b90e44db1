import type { App } from '@parley/client'

/** Shows who has reacted to a post. @param typeId the type whose tab is open at first; by default the first one. */
export function showReactors(app: App, postId: string, typeId?: string): void {
  void app.modals.load(async () => (await import('./ReactorsModal.tsx')).ReactorsModal, {
    postId,
    ...(typeId !== undefined && { typeId }),
  })
}
