import type { OwnedMigrations } from '../infrastructure/db/migrations/migrations.ts'
import type { Declared } from './declared.ts'
import type { Extension } from './extension.ts'

/** The declarations of all features and extensions of a forum, checked and combined: each extension point adds its result. */
export interface Points {
  /** The migrations of each feature and extension. */
  migrations: readonly OwnedMigrations[]
}

/** A section of all declarations, in the order of the extensions. */
type Sections<Name extends keyof Extension> = {
  readonly [Key in Name]: readonly Declared<Extension[Key]>[]
}

/** A place where extensions add to the forum: the sections that they fill in, and what becomes of them. */
export interface ExtensionPoint<
  Name extends keyof Points = keyof Points,
  Section extends keyof Extension = keyof Extension,
> {
  readonly name: Name
  readonly sections: readonly Section[]
  /** The points whose results `combine` reads: they come first in the list of points. */
  readonly needs: readonly (keyof Points)[]
  /** Checks and combines the sections. Throws `ExtensionError` for the first fault. */
  combine(sections: Sections<keyof Extension>, points: Points): Points[Name]
}

/** Defines the extension point `name`. Its file declares the types of its sections and of its result. */
export function definePoint<
  const Name extends keyof Points,
  const Section extends keyof Extension,
  const Need extends keyof Points = never,
>(
  name: Name,
  point: {
    sections: readonly Section[]
    needs?: readonly Need[]
    combine(sections: Sections<Section>, points: Pick<Points, Need>): Points[Name]
  },
): ExtensionPoint<Name, Section> {
  return { needs: [], ...point, name }
}
