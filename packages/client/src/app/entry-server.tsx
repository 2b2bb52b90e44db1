import { Forum } from '../features/frame/Frame.tsx'
import { smallPage } from '../features/frame/small-page.tsx'
import { assemble, createApp } from './app.ts'
import { createBundleRenderer, type Renderer, type RendererOptions } from './renderer.tsx'

/** Makes the renderer of the forum's pages. */
export function createRenderer(options: RendererOptions): Promise<Renderer> {
  return createBundleRenderer(options, { assemble, createApp, smallPage, Root: Forum })
}
