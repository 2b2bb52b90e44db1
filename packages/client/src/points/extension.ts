/**
 * The client's half of an extension, or of a feature of the core. Every section is optional. Each extension point adds the
 * section that it reads: `declare module '…' { interface ClientExtension { gambits?: … } }`.
 */
export interface ClientExtension {
  /**
   * Parts that are loaded only while another extension is enabled, by its id: declarations that come behind those of both
   * extensions. They may import the contract of the other: `{ tags: () => import('./when/tags/client.tsx') }`.
   */
  when?: Readonly<Record<string, () => Promise<{ default: ClientExtension }>>>
}

/**
 * Declares the client's half of an extension: the default export of its `client.tsx`.
 * @example export default defineClientExtension({ slots: [DiscussionBadges.add('locked', LockedBadge)] })
 */
export function defineClientExtension(extension: ClientExtension): ClientExtension {
  return extension
}
