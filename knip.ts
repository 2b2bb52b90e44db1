import type { KnipConfig } from 'knip'
import { absentParts } from './site/plugins/folders.ts'

/** Lists files that no other file imports: commands, and files that the bundler or Playwright finds. `!` marks production code. */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'scripts/*.{ts,mjs}',
        'bench/**/run.ts',
        'bench/{compare,durability,extensions}.ts',
        'bench/web/realtime.ts',
        'bench/lists/{index-scans,tags}.ts',
        'e2e/screens/*.ts',
        'examples/*/{server,admin}.{ts,tsx}',
        'docs/examples/**/*.{ts,tsx}',
        'e2e/fixtures/{serve,entry-*,*/server}.ts',
      ],
    },
    'packages/client': { entry: ['src/app/early{,-admin}.ts!', 'src/base/i18n/site-messages.ts!'] },
    'extensions/*': {
      entry: [
        '{server,client,admin,early}.{ts,tsx}!',
        'contract/{server,client,shared}.{ts,tsx}!',
        'scripts/*.ts!',
        '**/*.e2e.ts',
      ],
    },
    'examples/*': { entry: ['{server,client,admin}.{ts,tsx}!', 'contract/{server,client,shared}.{ts,tsx}!'] },
    site: { entry: ['*.ts!', 'plugins/*.ts!'] },
  },
  // JSX compiles into an import of React.
  compilers: { tsx: (text: string) => (/<\/|\/>/.test(text) ? `${text}\nimport 'react/jsx-runtime'` : text) },
  // Callers of a function may need the types in its signature.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignore: absentParts().map((folder) => `${folder}/**`),
  ignoreBinaries: ['strace'],
}

export default config
