/** The accent and the secondary colour of a new forum (api-core 2.1). */
export const defaultThemeColor = '#4D698E'

/** The colour that tints backgrounds; null for the accent colour. The default is no choice. */
export function themeTint(secondaryColor: string): string | null {
  return secondaryColor.toLowerCase() === defaultThemeColor.toLowerCase() ? null : secondaryColor
}
