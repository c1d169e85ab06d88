import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { ViteBuilder } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { galleryPlugin } from './src/gallery/gallery-plugin.ts';
import { buildStaleParts } from './src/package/build-parts.ts';
import { createServerEnvironment, rewriteSourceUrls } from './src/package/bundle-server.ts';
import { compilePageAtOnce, createPageGroup } from './src/package/vite-plugins/page-chunk.ts';
import { precompressFiles } from './src/package/vite-plugins/precompress.ts';
import { recordThirdParty, writeThirdParty } from './src/package/vite-plugins/record-third-party.ts';
import { requireKnownInputs } from './src/package/vite-plugins/require-known-inputs.ts';
import { retryImports } from './src/package/vite-plugins/retry-imports.ts';
import { testConfig } from './test/projects.ts';

const resolveFromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const root = resolveFromRoot('.');

/** Suppresses the warning that compression is slow on a slow machine, which does not help an operator. */
const checks = { bundlerTimings: false };

export default defineConfig(
  async ({ command }): Promise<ViteUserConfig> => ({
    plugins: [
      react(),
      retryImports(),
      compilePageAtOnce(),
      precompressFiles(),
      recordThirdParty(),
      requireKnownInputs(root),
      rewriteSourceUrls(root),
      galleryPlugin(),
    ],
    // Images and fonts have fixed URLs, because content and themes name them.
    publicDir: resolveFromRoot('src/site/public'),
    resolve: { dedupe: ['react', 'react-dom'] },
    build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    // Scripts load other files relative to themselves: on a host page `/assets/…` would be a path of the host.
    experimental: {
      renderBuiltUrl: (_file, { hostType }) => (hostType === 'js' ? { relative: true } : undefined),
    },
    environments: {
      client: {
        build: {
          outDir: 'dist/client',
          manifest: true,
          // Visitors load the chunk that draws a form when they are about to use it.
          chunkSizeWarningLimit: 600,
          rolldownOptions: {
            input: {
              client: resolveFromRoot('src/site/client.tsx'),
              boot: resolveFromRoot('src/site/boot/boot.ts'),
              // Precompiled validators import it. Its key in the manifest is 'src/site/validator-runtime.ts'.
              'validator-runtime': resolveFromRoot('src/site/validator-runtime.ts'),
              // Styles of the index page, which has no form, and below those of some sites.
              index: resolveFromRoot('src/site/styles/index.css'),
              'preview-banner': resolveFromRoot('src/site/styles/preview-banner.css'),
              // The custom element on pages of other origins, the module that it loads to render the form,
              // and its styles.
              embed: resolveFromRoot('src/site/embed/embed.ts'),
              'embed-frame': resolveFromRoot('src/site/embed/frame.ts'),
              framed: resolveFromRoot('src/site/embed/framed.ts'),
              visit: resolveFromRoot('src/site/boot/visit.ts'),
              'start-worker': resolveFromRoot('src/site/worker/start-worker.ts'),
              'offline-page': resolveFromRoot('src/site/worker/offline-page.ts'),
              'offline-page-style': resolveFromRoot('src/site/styles/offline-page.css'),
              mount: resolveFromRoot('src/site/embed/mount.tsx'),
              'embed-style': resolveFromRoot('src/package/react/theme.css'),
              lantern: resolveFromRoot('src/site/styles/themes/lantern.css'),
              solent: resolveFromRoot('src/site/styles/themes/solent.css'),
            },
            // Validators are compiled while the server runs, so no importer in this build keeps the exports
            // of their runtime.
            preserveEntrySignatures: 'allow-extension',
            checks,
            output: {
              // Host pages name the URL of the element, so it has no hash.
              entryFileNames: ({ name }) =>
                /^embed(?:-frame)?$/.test(name) ? '[name].js' : 'assets/[name]-[hash].js',
              codeSplitting: { groups: [createPageGroup(resolveFromRoot('src/site/client.tsx'))] },
            },
          },
        },
      },
      worker: {
        consumer: 'client',
        build: {
          outDir: 'dist/worker',
          copyPublicDir: false,
          rolldownOptions: {
            input: { 'slipway-worker': resolveFromRoot('src/site/worker/worker.ts') },
            checks,
            // A classic script, which all browsers with service workers run.
            output: { format: 'iife', entryFileNames: '[name].js', codeSplitting: false },
          },
        },
      },
      studio: {
        consumer: 'client',
        define: {
          'process.env.NODE_ENV': JSON.stringify(command === 'build' ? 'production' : 'development'),
        },
        build: {
          outDir: 'dist/studio',
          assetsDir: 'studio-assets',
          manifest: true,
          copyPublicDir: false,
          // Editors load the studio once and use it all day. Visitors load nothing of it.
          chunkSizeWarningLimit: 2_000,
          rolldownOptions: {
            input: {
              studio: resolveFromRoot('src/studio/app/client.tsx'),
              preview: resolveFromRoot('src/studio/preview/preview.tsx'),
            },
            checks,
          },
        },
      },
      ssr: {
        // A build is one file that contains React's production build, whatever NODE_ENV the server has.
        ...(command === 'build' && {
          resolve: { noExternal: true },
          define: { 'process.env.NODE_ENV': '"production"' },
        }),
        build: {
          outDir: 'dist/site',
          ssr: true,
          copyPublicDir: false,
          sourcemap: true,
          rolldownOptions: {
            input: { server: resolveFromRoot('src/site/server.tsx') },
            output: { entryFileNames: '[name].js' },
            // Modules that a page loads lazily are loaded at once on the server.
            checks: { ...checks, ineffectiveDynamicImport: false },
          },
        },
      },
      // In development the server runs from its sources.
      ...(command === 'build' ? { server: createServerEnvironment(root) } : {}),
    },
    builder: { buildApp: buildAll },
    ...(process.env.VITEST ? { test: await testConfig() } : {}),
  }),
);

/**
 * Builds the stale parts one after the other. Afterwards `dist` names its release, and a server of another
 * release refuses to serve it.
 */
async function buildAll({ build, environments }: ViteBuilder): Promise<void> {
  await buildStaleParts(root, {
    build: async (part) => {
      const environment = environments[part];
      if (environment) await build(environment);
    },
    finish: () => writeThirdParty(root),
  });
  // Otherwise Vite would build all environments, because none of them is marked as built.
  for (const environment of Object.values(environments)) environment.isBuilt = true;
}
