/** The sections of the permission grid, in their order, with the locale keys of their headings. */
export const gridSections = {
  read: 'core.admin.permissions.read_heading',
  start: 'core.admin.permissions.create_heading',
  reply: 'core.admin.permissions.participate_heading',
  moderate: 'core.admin.permissions.moderate_heading',
  users: 'core.admin.permissions.users_heading',
} as const

export type GridSection = keyof typeof gridSections

/** The place and the name of a row of the permission grid. */
export interface GridRow {
  section: GridSection
  /** Locale key of what the row allows: 'Reply to discussions'. */
  label: string
  /** Its place in the section: lower numbers come first. 100 by default, after the rows of core. */
  order?: number
}

/** Returns the fault of a declared row, if it has one. */
export function gridRowFault({ section, label }: Partial<GridRow>): string | undefined {
  if (section === undefined || !Object.hasOwn(gridSections, section))
    return `unknown section '${section}'; the sections are ${Object.keys(gridSections).join(', ')}`
  return label ? undefined : 'has a section but no label'
}

/** Sorts rows as the grid shows them: by section, then by order, then as they were declared. */
export function inGridOrder<Row extends GridRow>(rows: readonly Row[]): Row[] {
  const sections = Object.keys(gridSections)
  return rows.toSorted(
    (a, b) =>
      sections.indexOf(a.section) - sections.indexOf(b.section) || (a.order ?? 100) - (b.order ?? 100),
  )
}
