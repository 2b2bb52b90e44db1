import type { MarkupReference, MarkupSyntax } from '@parley/shared/markup'
import type { App } from '../app-context.ts'

/** A syntax of posts, loaded when somebody writes. */
export interface ClientSyntax {
  load: () => Promise<{ default: MarkupSyntax }>
  /** What the browser knows of a reference's target, in the shape that the server looks up; undefined for nothing. */
  facts?: (reference: MarkupReference, app: App) => unknown
}
