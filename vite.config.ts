import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { type BuildEnvironmentOptions, defineConfig } from 'vite'
import { earlyEntries, earlyScripts, scriptEntries } from './site/plugins/early-scripts.ts'
import { root } from './site/plugins/folders.ts'
import { iconSprite } from './site/plugins/icons.ts'
import { leanMarkdown } from './site/plugins/lean-markdown.ts'
import { clientMessages } from './site/plugins/messages.ts'
import { installedParts } from './site/plugins/parts.ts'
import { precompress } from './site/plugins/precompress.ts'

// How long plugins take depends on the machine, and is no fault of the sources.
const checks = { bundlerTimings: false }

/** A bundle for browsers, whose `assets` are served under the forum's base path. */
function browserBundle(input: Record<string, string>, manifest: string | true): BuildEnvironmentOptions {
  return {
    outDir: join(root, 'dist/client'),
    manifest,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks,
      input,
      output: {
        // The first view has the names of all chunks that it may load.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'runtime', test: /[\\/]node_modules[\\/]/, tags: ['$initial'] },
            // Else it falls apart into what other chunks need of it, too. Early scripts stay by themselves.
            {
              name: 'core',
              test: /[\\/]packages[\\/](?!.*[\\/]early[\w-]*\.ts$)|parley-messages\/(?!en\/extensions)/,
              tags: ['$initial'],
            },
            {
              name: 'extensions',
              test: /[\\/]extensions(?:$|[\\/](?!.*[\\/](?:early[\w-]*\.ts$|scripts[\\/])))/,
              tags: ['$initial'],
            },
          ],
        },
      },
    },
  }
}

/** A bundle for rendering pages: one file without bare imports, so React's production build, whatever the environment. */
function serverBundle(input: string): BuildEnvironmentOptions {
  return {
    outDir: join(root, 'dist/server'),
    target: 'node24',
    minify: false,
    rolldownOptions: { checks, input: join(root, input), output: { codeSplitting: false } },
  }
}

/**
 * `vite build --app` makes the forum's bundles, `dist/client` and `dist/server/entry-server.js`, and beside them those of
 * the administration area, which shares no chunk with the forum: the forum's first view does not depend on it.
 */
export default defineConfig({
  root,
  // Chunks find each other relative to themselves, whatever path the forum lives under.
  base: './',
  publicDir: false,
  plugins: [
    react(),
    leanMarkdown(),
    installedParts(),
    iconSprite(),
    clientMessages(),
    earlyScripts(),
    precompress(),
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  // It would become a list of languages, but text in a page has the direction of its own letters.
  css: { lightningcss: { exclude: Features.DirSelector } },
  builder: {},
  // Its parts are loaded one by one.
  worker: { format: 'es' },
  environments: {
    client: {
      build: {
        ...browserBundle(
          {
            'entry-client': join(root, 'site/entry-client.ts'),
            early: join(root, 'packages/client/src/app/early.ts'),
            ...earlyEntries(),
            ...scriptEntries(),
          },
          true,
        ),
        emptyOutDir: true,
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: { ...serverBundle('site/entry-server.ts'), emptyOutDir: true },
    },
    admin: {
      consumer: 'client',
      build: {
        ...browserBundle(
          {
            'entry-admin': join(root, 'site/entry-admin.ts'),
            early: join(root, 'packages/client/src/app/early-admin.ts'),
          },
          '.vite/admin.json',
        ),
        emptyOutDir: false,
      },
    },
    adminServer: {
      resolve: { noExternal: true },
      build: { ...serverBundle('site/entry-admin-server.ts'), emptyOutDir: false },
    },
  },
})
