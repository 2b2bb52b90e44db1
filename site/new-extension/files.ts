import type { ExtensionNames } from './names.ts'

/** Returns the files of a new extension by their paths in its folder: one setting, which the foot of every page shows. */
export function filesOf(names: ExtensionNames): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(manifestOf(names), null, 2)}\n`,
    'tsconfig.json': '{ "extends": "../../tsconfig.extension.json" }\n',
    'server.ts': server(names),
    'client.tsx': client(names),
    'shared.ts': shared(names),
    'locale/en.yml': texts(names),
    'server.test.ts': tests(names),
  }
}

/** The package.json of a new extension. Its name is not one of Parley's own, so a fault in it cannot stop the forum. */
export function manifestOf({ id, title }: ExtensionNames) {
  return {
    name: `parley-${id}`,
    version: '0.1.0',
    private: true,
    description: `${title} for Parley.`,
    license: 'MIT',
    type: 'module',
    exports: { './server': './server.ts', './client': './client.tsx' },
    peerDependencies: { '@parley/client': '*', '@parley/server': '*', '@parley/shared': '*', react: '*' },
    devDependencies: { '@parley/testing': '*' },
    parley: { title, category: 'feature', icon: 'puzzle' },
  }
}

function server({ id, snake, camel }: ExtensionNames): string {
  return `import { defineExtension, storedText } from '@parley/server'

export type * from './shared.ts'

declare module '@parley/server' {
  interface SettingTypes {
    ${snake}_greeting: string
  }
}

/** The server's half: what it adds, as data. docs/extension-api.md has all sections. */
export default defineExtension({
  settings: {
    ${snake}_greeting: {
      schema: storedText({ max: 100 }),
      default: 'Hello!',
      public: '${camel}Greeting',
      json: 'string',
      form: { field: { kind: 'text' }, label: '${id}.admin.settings.greeting_label' },
    },
  },
})
`
}

function client({ camel, id }: ExtensionNames): string {
  return `import { defineClientExtension, FooterItems, useForum, useT } from '@parley/client'
import type { ReactNode } from 'react'

export type * from './shared.ts'

/** The client's half: components and where they appear. docs/extension-api.md has all sections. */
export default defineClientExtension({
  slots: [FooterItems.add('greeting', Greeting)],
})

function Greeting(): ReactNode {
  const t = useT()
  const { ${camel}Greeting: greeting } = useForum()
  if (!greeting) return null
  return <p>{t('${id}.forum.footer.greeting_text', { greeting })}</p>
}
`
}

function shared({ camel }: ExtensionNames): string {
  return `import type {} from '@parley/shared'

/** What the extension adds to the documents of the API: the server writes it, the client reads it. */
declare module '@parley/shared' {
  interface Forum {
    ${camel}Greeting?: string
  }
}
`
}

function texts({ id, title }: ExtensionNames): string {
  return `${id}:
  admin:
    settings:
      greeting_label: Greeting
  forum:
    footer:
      greeting_text: "${title} says: {greeting}"
`
}

function tests({ id, snake, camel, title }: ExtensionNames): string {
  return `import {
  createTestForum,
  describeExtension,
  eachTestForum,
  readExtension,
  setSettings,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import client from './client.tsx'

const extension = await readExtension(import.meta.dirname)

describeExtension(import.meta.dirname)

eachTestForum((open) => {
  test('the API has the greeting that the administrators chose', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, { ${snake}_greeting: 'Welcome' })
    const { attributes } = (await forum.guest().get('/api')).body.data
    expect(attributes).toMatchObject({ ${camel}Greeting: 'Welcome' })
  })
})

test('every page ends with the greeting', async () => {
  const built = await pageClient({ '${id}': client })
  const forum = await createTestForum({ client: built, extensions: [extension] })
  expect((await forum.guest().get('/')).text).toContain('${title} says: Hello!')
})
`
}
