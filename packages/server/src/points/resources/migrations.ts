import type { Migration } from '../../infrastructure/db/migrations/migrations.ts'
import { definePoint } from '../extension-point.ts'

declare module '../extension.ts' {
  interface Extension {
    /** Steps of the schema, run in the order of their names: `001_is_locked`. */
    migrations?: Readonly<Record<string, Migration>>
  }
}

/** Migrations, by their owners. */
export const migrationsPoint = definePoint('migrations', {
  sections: ['migrations'],
  combine: ({ migrations }) => migrations.map(({ owner, section }) => ({ owner, migrations: section ?? {} })),
})
