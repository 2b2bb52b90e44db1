/** The styles of Font Awesome by their classes. `fa` also stands before the names of version 4, which chose their style. */
const styles = new Map([
  ['fa', 'fa'],
  ['fas', 'fas'],
  ['fa-solid', 'fas'],
  ['far', 'far'],
  ['fa-regular', 'far'],
  ['fab', 'fab'],
  ['fa-brands', 'fab'],
])

const maxLength = 100

/** Whether a text has the form of an icon's name in Font Awesome: `tag`, `circle-user`. There may be no such icon. */
export function isIconName(text: string): boolean {
  return text.length <= maxLength && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/**
 * The path of an icon's file for its Font Awesome classes, `/assets/icons/fas/tag.svg` for `fas fa-tag`; undefined if they
 * name no icon. Nothing else in the classes reaches the path.
 */
export function iconPath(classes: string): string | undefined {
  const words = classes.length <= maxLength ? classes.trim().split(/\s+/) : []
  const style = words.find((word) => styles.has(word))
  const name = words.find((word) => word.startsWith('fa-') && !styles.has(word))?.slice('fa-'.length)
  if (style === undefined || name === undefined || !isIconName(name)) return undefined
  return `/assets/icons/${styles.get(style)}/${name}.svg`
}
