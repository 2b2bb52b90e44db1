/** A level of posts, with what stands for it while administrators choose nothing else. */
interface Level {
  /** Ends the keys of its settings and texts: `levelOne`, `badgeOne`. */
  name: string
  /** The fewest posts. */
  from: number
  /** Font Awesome classes. */
  icon: string
  label: string
}

/** The levels, from the fewest posts to the most. */
export const levels = [
  { name: 'One', from: 1, icon: 'fas fa-baby', label: 'The Baby' },
  { name: 'Two', from: 10, icon: 'fas fa-child', label: 'The Newbie' },
  { name: 'Three', from: 50, icon: 'fas fa-bullhorn', label: 'The Talker' },
  { name: 'Four', from: 100, icon: 'fas fa-chalkboard-teacher', label: 'The Teacher' },
  { name: 'Five', from: 300, icon: 'fab fa-optin-monster', label: 'The Monster!' },
  { name: 'Six', from: 600, icon: 'fas fa-graduation-cap', label: 'The Guru!' },
  { name: 'Seven', from: 1000, icon: 'fas fa-medal', label: 'The Flarumist!' },
  { name: 'Eight', from: 2000, icon: 'fas fa-stethoscope', label: 'Expert' },
  { name: 'Nine', from: 4000, icon: 'fas fa-user-shield', label: 'Untouchable' },
] as const satisfies readonly Level[]

const prefix = 'justoverclock-auto-post-count-badge'

type Name = (typeof levels)[number]['name']

/** The setting with the icon of a level. */
export function iconSetting<N extends Name>(name: N): `${typeof prefix}.level${N}` {
  return `${prefix}.level${name}`
}

/** The setting with the label of a level. */
export function labelSetting<N extends Name>(name: N): `${typeof prefix}.badge${N}` {
  return `${prefix}.badge${name}`
}

const icon = /^(?!link:)[^\p{Cc}"'<>\\]*$|^link:(?:https?:\/\/[^\s/?#]|\/(?!\/))[^\s\p{Cc}"'<>\\]*$/iu

/**
 * Whether a text without space around it can be an icon: classes, or `link:` before an address of `http` or `https`, or before
 * a path of this forum.
 */
export function isIcon(text: string): boolean {
  return icon.test(text)
}
