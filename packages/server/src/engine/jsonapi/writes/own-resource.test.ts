import { eachTestForum, type TestForum } from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { MigrationContext } from '../../../infrastructure/db/migrations/migrations.ts'
import { forAllRows } from '../../../points/access/policies.ts'
import { allow } from '../../../points/access/verdicts.ts'
import type { WriteContext } from '../../../points/context/context.ts'
import type { Extension, InstalledExtension } from '../../../points/extension.ts'
import type { WriteInput } from '../../../points/resources/endpoints.ts'
import { createRow, planRow } from './create-row.ts'
import { tryAttributes } from './read-input.ts'

const installed = (id: string, declaration: unknown): InstalledExtension => ({
  id,
  title: id,
  version: '1.0.0',
  declaration: declaration as Extension,
})

/** Rooms have a name. */
const rooms = installed('rooms', {
  migrations: {
    '001_rooms': {
      async up({ db, dialect: { types } }: MigrationContext) {
        await sql`create table rooms (id ${types.id}, name ${types.text} not null)`.execute(db)
      },
      async down() {},
    },
  },
  policies: { rooms: { '*': forAllRows(() => allow) } },
  resources: {
    rooms: {
      table: 'rooms',
      fields: {
        name: {
          column: 'name',
          json: 'string',
          schema: z.string('A name is required').min(3),
          writable: 'edit',
        },
      },
      endpoints: {
        index: {},
        create: {
          describes: { requires: ['name'] },
          fields: ['name'],
          async run(input: WriteInput, context: WriteContext) {
            const { values, problems } = tryAttributes(context, 'rooms' as never, input.attributes, ['name'])
            const columns = { name: values.name }
            const planned = await planRow(context, 'rooms' as never, input, { columns, problems } as never)
            return createRow(context, planned)
          },
        },
        update: {},
      },
    },
  },
})

/** Rooms have a floor, too, which is never below the ground, and a color. */
const floors = {
  ...installed('floors', {
    migrations: {
      '001_floor': {
        async up({ db, dialect: { types } }: MigrationContext) {
          await sql`alter table rooms add column floor ${types.integer} not null default 0`.execute(db)
          await sql`alter table rooms add column color ${types.text}`.execute(db)
        },
        async down() {},
      },
    },
    resources: {
      rooms: {
        fields: {
          floor: { column: 'floor', json: 'integer', schema: z.int(), writable: 'edit' },
          color: { column: 'color', json: 'string?' },
        },
        writes: {
          check: ({ values }: { values: { floor?: number } }) =>
            (values.floor ?? 0) < 0 ? [{ detail: 'Too low', pointer: '/data/attributes/floor' }] : [],
          initial: { color: ({ row }: { row: { floor?: number } }) => (row.floor ? 'blue' : 'green') },
        },
      },
    },
  }),
  requires: ['rooms'],
}

async function create(forum: TestForum, attributes: object) {
  const { status, body } = await (await forum.as(1)).post('/api/rooms', { data: { attributes } })
  return {
    status,
    shown: body.data?.attributes,
    pointers: body.errors?.map(({ source }) => source?.pointer?.split('/').at(-1)),
  }
}

eachTestForum((open) => {
  test('an extension creates the rows of its own resource with the same functions', async () => {
    const forum = await open({ extensions: [rooms] })
    expect(await create(forum, { name: 'Hall', floor: -1 })).toMatchObject({
      status: 201,
      shown: { name: 'Hall' },
    })
    expect(await create(forum, {})).toMatchObject({ status: 422, pointers: ['name'] })
  })

  test('others add fields, rules and columns to it', async () => {
    const forum = await open({ extensions: [rooms, floors] })
    expect(await create(forum, { floor: -1 })).toMatchObject({ status: 422, pointers: ['name', 'floor'] })
    const hall = { name: 'Hall', floor: 0, color: 'green' }
    expect((await create(forum, { name: 'Hall' })).shown).toEqual(hall)
    expect((await create(forum, { name: 'Attic', floor: 2 })).shown).toEqual({
      name: 'Attic',
      floor: 2,
      color: 'blue',
    })
    const admin = await forum.as(1)
    const change = async (attributes: object) =>
      (await admin.patch('/api/rooms/1', { data: { attributes } })).status
    expect([await change({ floor: -1 }), await change({ floor: 3 })]).toEqual([422, 200])
    expect((await admin.get('/api/rooms')).body.data).toMatchObject([
      { attributes: { ...hall, floor: 3 } },
      { attributes: { name: 'Attic' } },
    ])
  })
})
