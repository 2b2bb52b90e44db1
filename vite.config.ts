import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { defineConfig } from 'vite'
import { root } from './site/plugins/folders.ts'
import { iconSprite } from './site/plugins/icons.ts'
import { leanMarkdown } from './site/plugins/lean-markdown.ts'
import { clientMessages } from './site/plugins/messages.ts'
import { precompress } from './site/plugins/precompress.ts'

// How long plugins take depends on the machine, and is no fault of the sources.
const checks = { bundlerTimings: false }

/**
 * `vite build --app` makes `dist/client` for browsers, whose `assets` are served under the forum's base path, and
 * `dist/server/entry-server.js` for rendering pages.
 */
export default defineConfig({
  root,
  // Chunks find each other relative to themselves, whatever path the forum lives under.
  base: './',
  publicDir: false,
  plugins: [react(), leanMarkdown(), iconSprite(), clientMessages(), precompress()],
  define: { 'process.env.NODE_ENV': '"production"' },
  // It would become a list of languages, but text in a page has the direction of its own letters.
  css: { lightningcss: { exclude: Features.DirSelector } },
  builder: {},
  // Its parts are loaded one by one.
  worker: { format: 'es' },
  environments: {
    client: {
      build: {
        outDir: join(root, 'dist/client'),
        emptyOutDir: true,
        manifest: true,
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: {
          checks,
          input: {
            'entry-client': join(root, 'site/entry-client.ts'),
            early: join(root, 'packages/client/src/app/early.ts'),
          },
          output: {
            codeSplitting: {
              groups: [
                { name: 'runtime', test: /[\\/]node_modules[\\/]/, tags: ['$initial'] },
                // Else it falls apart into what other chunks need of it, too. The early script stays by itself.
                {
                  name: 'core',
                  test: /[\\/]packages[\\/](?!.*[\\/]early[\w-]*\.ts$)|parley-messages/,
                  tags: ['$initial'],
                },
                { name: 'extensions', test: /[\\/]extensions[\\/]/, tags: ['$initial'] },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One file without bare imports: React's production build, whatever the environment says.
      resolve: { noExternal: true },
      build: {
        outDir: join(root, 'dist/server'),
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        rolldownOptions: {
          checks,
          input: join(root, 'site/entry-server.ts'),
          output: { codeSplitting: false },
        },
      },
    },
  },
})
