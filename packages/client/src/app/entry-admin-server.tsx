import { AdminArea } from '../admin/frame/AdminArea.tsx'
import { assembleAdmin, createAdminApp } from './admin-app.ts'
import { createBundleRenderer, type Renderer, type RendererOptions } from './renderer.tsx'

/** Makes the renderer of the administration area. */
export function createRenderer(options: RendererOptions): Promise<Renderer> {
  return createBundleRenderer(options, {
    assemble: assembleAdmin,
    createApp: (own) => createAdminApp(own),
    Root: AdminArea,
  })
}
