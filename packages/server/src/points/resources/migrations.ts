import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'
import { definePoint } from '../extension-point.ts'

declare module '../extension.ts' {
  interface Extension {
    /**
     * Steps of the database's schema, run in the order of their names: `001_is_locked`. Each runs once, when the extension is
     * first enabled or updated; `down` reverts it when the extension is purged. `addFlagColumn` makes a usual one.
     */
    migrations?: Readonly<Record<string, Migration>>
  }
}

/** Migrations, by their owners. */
export const migrationsPoint = definePoint('migrations', {
  sections: ['migrations'],
  combine: ({ migrations }) => migrations.map(({ owner, section }) => ({ owner, migrations: section ?? {} })),
})
