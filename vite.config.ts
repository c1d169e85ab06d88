import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown, ViteBuilder } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { galleryPlugin } from './src/gallery/gallery-plugin.ts';
import { isPartName, requireInputs } from './src/package/build-inputs.ts';
import { buildStaleParts } from './src/package/build-parts.ts';
import { createServerEnvironment, rewriteSourceUrls } from './src/package/bundle-server.ts';
import {
  dropMergeWarnings,
  dropMessageFormatClass,
  dropOptionalDataControls,
  dropUntranslatedStrings,
  dropWidgetAliases,
  stubUnneededLibraries,
} from './src/package/slim-libraries.ts';
import {
  formatThirdPartyText,
  listBundledLibraries,
  removeDuplicateLibraries,
} from './src/package/third-party.ts';
import { testConfig } from './test/projects.ts';

const resolveFromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(
  async ({ command }): Promise<ViteUserConfig> => ({
    plugins: [
      react(),
      { ...stubUnneededLibraries(), applyToEnvironment: ({ name }) => name === 'client' || name === 'ssr' },
      restrictToClient(dropMessageFormatClass()),
      restrictToClient(dropUntranslatedStrings()),
      restrictToClient(dropWidgetAliases()),
      restrictToClient(dropOptionalDataControls()),
      { ...dropMergeWarnings(), applyToEnvironment: ({ name }) => name !== 'server' },
      directImports(),
      retriedImports(),
      leanPreloading(),
      rewriteWorkerUrls(),
      compiledAtOnce(),
      precompressFiles(),
      recordThirdParty(),
      requireKnownInputs(),
      rewriteSourceUrls(resolveFromRoot('.')),
      galleryPlugin(),
    ],
    // Images and fonts have fixed URLs, because content and themes name them.
    publicDir: resolveFromRoot('src/site/public'),
    resolve: {
      // This stub explains why pages do not need the library. test/house/stubs.test.ts checks its
      // assumptions.
      alias: [
        {
          find: /^markdown-to-jsx(\/react)?$/,
          replacement: resolveFromRoot('widgets/stubs/markdown-to-jsx.ts'),
        },
      ],
      dedupe: ['react', 'react-dom'],
    },
    build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    environments: {
      client: {
        build: {
          outDir: 'dist/client',
          manifest: true,
          rolldownOptions: {
            input: {
              client: resolveFromRoot('src/site/client.tsx'),
              'late-styles': resolveFromRoot('src/site/late-styles.ts'),
              // Precompiled validators import it. Its key in the manifest is 'src/site/validator-runtime.ts'.
              'validator-runtime': resolveFromRoot('src/site/validator-runtime.ts'),
              // Styles of the index page, which has no form, and below those of some sites.
              index: resolveFromRoot('src/site/styles/index.css'),
              // The custom element on pages of other origins, the module that it loads to render the form,
              // and its styles.
              embed: resolveFromRoot('src/site/embed/embed.ts'),
              'embed-frame': resolveFromRoot('src/site/embed/frame.ts'),
              framed: resolveFromRoot('src/site/embed/framed.ts'),
              mount: resolveFromRoot('src/site/embed/mount.tsx'),
              'embed-style': resolveFromRoot('src/package/react/theme.css'),
              lantern: resolveFromRoot('src/site/styles/themes/lantern.css'),
              solent: resolveFromRoot('src/site/styles/themes/solent.css'),
            },
            // Validators are compiled while the server runs, so no importer in this build keeps the exports
            // of their runtime.
            preserveEntrySignatures: 'strict',
            checks: checksWithoutTimings,
            // Code that lazy chunks share with the first visit stays in its chunk: one file is smaller than
            // four.
            output: {
              // Host pages name the URL of the element, so it has no hash.
              entryFileNames: ({ name }) =>
                /^embed(?:-frame)?$/.test(name) ? '[name].js' : 'assets/[name]-[hash].js',
              codeSplitting: {
                groups: [
                  {
                    name: groupStaticImports(resolveFromRoot('src/site/client.tsx'), 'page'),
                    debugName: 'page',
                  },
                ],
              },
            },
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
            checks: checksWithoutTimings,
          },
        },
      },
      ssr: {
        // A build is one file that contains React's production build, whatever NODE_ENV the server has. In
        // development only modules that import a stub go through Vite; React is CommonJS and stays external.
        resolve: { noExternal: command === 'build' ? true : [/^@rjsf\//] },
        ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
        build: {
          outDir: 'dist/site',
          ssr: true,
          copyPublicDir: false,
          sourcemap: true,
          rolldownOptions: {
            input: { server: resolveFromRoot('src/site/server.tsx') },
            output: { entryFileNames: '[name].js' },
            // Modules that a page loads lazily are loaded at once on the server.
            checks: { ...checksWithoutTimings, ineffectiveDynamicImport: false },
          },
        },
      },
      // In development the server runs from its sources.
      ...(command === 'build' ? { server: createServerEnvironment(resolveFromRoot('.')) } : {}),
    },
    builder: { buildApp: buildAll },
    ...(process.env.VITEST ? { test: await testConfig() } : {}),
  }),
);

/** Suppresses the warning that compression is slow on a slow machine, which does not help an operator. */
const checksWithoutTimings = { bundlerTimings: false };

function restrictToClient(plugin: Plugin): Plugin {
  return { ...plugin, apply: 'build', applyToEnvironment: ({ name }) => name === 'client' };
}

/**
 * Replaces imports from `@rjsf/utils` by imports from the module that defines each name. Otherwise the chunk
 * of the first visit would contain the whole library, because its index imports everything.
 */
function directImports(): Plugin {
  const folder = resolveFromRoot('node_modules/@rjsf/utils/lib/');
  const files = new Map<string, string>();
  for (const index of ['index.js', 'schema/index.js']) {
    const imports = readFileSync(folder + index, 'utf8').matchAll(/^import (\w+).* from "\.\/(.+)";$/gm);
    for (const [, name = '', file] of imports) files.set(name, join(dirname(index), file ?? ''));
  }
  const direct = (name: string) => {
    const [imported = '', local = imported] = name.split(/\s+as\s+/);
    const file = files.get(imported);
    if (imported === 'resolveUiSchema')
      return `import ${local} from '${resolveFromRoot('widgets/stubs/resolve-ui-schema.ts')}';`;
    if (file) return `import ${local} from '@rjsf/utils/lib/${file}';`;
    const named = ['pathUtils.js', 'enums.js', 'constants.js', 'idGenerators.js', 'hashForSchema.js'];
    const holder = named.find((one) =>
      new RegExp(`export .*\\b${imported}\\b`).test(readFileSync(folder + one, 'utf8')),
    );
    return `import { ${name} } from '@rjsf/utils${holder ? `/lib/${holder}` : ''}';`;
  };
  return {
    name: 'slipway:direct-imports',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { code: '@rjsf/utils' },
      handler: (code) =>
        code.replaceAll(/^import\s*\{([^}]*)\}\s*from\s*["']@rjsf\/utils["'];/gm, (_all, names: string) =>
          names
            .split(',')
            .flatMap((name) => (name.trim() === '' ? [] : direct(name.trim())))
            .join(' '),
        ),
    },
  };
}

/**
 * Returns a function that names the chunk of all modules that an entry imports statically, at every depth.
 * Lazy modules keep their chunks.
 */
function groupStaticImports(entry: string, name: string): Rolldown.CodeSplittingNameFunction {
  const parts = new Set<string>();
  return (id, graph) => {
    const add = (module: string) => {
      if (parts.has(module)) return;
      parts.add(module);
      for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) add(imported);
    };
    add(entry);
    return parts.has(id) && id !== entry ? name : null;
  };
}

/**
 * Lets a failed dynamic import be retried. As long as the page is open, browsers do not request a module
 * again that could not be loaded (HTML, "fetch a single module script"), and the import fails again. So after
 * a failure the next import uses another URL, with a query that file servers ignore.
 */
function retriedImports(): Plugin {
  const again = `const importAgain=(failed=>path=>import(path+(failed[path]?"?again="+failed[path]:"")).catch(error=>{failed[path]=(failed[path]||0)+1;throw error}))({});`;
  return {
    name: 'slipway:retried-imports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const code = chunk.code.replaceAll(/\bimport\(([`"'])(\.\/[^`"']+\.js)\1\)/g, 'importAgain("$2")');
          if (code !== chunk.code) chunk.code = again + code;
        }
      },
    },
  };
}

/**
 * Replaces Vite's preload helper by one of a sixth of its size. It loads the imports of a lazy module in
 * parallel and its styles before it runs, without support for old browsers, nonces and bases. The attribute
 * `data-slipway` distinguishes its styles from those of the page (`src/site/embed/load-styles.ts`).
 */
function leanPreloading(): Plugin {
  const code = `
const asked = {};
const ask = (file) => {
  const { href } = new URL('../' + file, import.meta.url);
  if (asked[href] || document.querySelector('link[href$="/' + file + '"]')) return asked[href];
  const link = document.createElement('link');
  link.rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload';
  link.href = href;
  link.dataset.slipway = '';
  document.head.append(link);
  return (asked[href] = link.rel === 'stylesheet' && new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(Error('Cannot load ' + href));
    };
  }));
};
export const __vitePreload = (load, files = []) => Promise.all(files.map(ask)).then(load);
`;
  return {
    name: 'slipway:lean-preloading',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => ({ code, map: null }),
    },
  };
}

/**
 * Makes the URL of a worker relative to the module that starts it. On a host page `/assets/…` would be a path
 * of the host.
 */
function rewriteWorkerUrls(): Plugin {
  return {
    name: 'slipway:whole-worker-addresses',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\?worker&url$/ },
      handler: (code) => ({
        code: code.replace(/^export default (.*?);?$/m, 'export default new URL($1, import.meta.url).href;'),
        map: null,
      }),
    },
  };
}

/**
 * Asks V8 to compile the page's first chunk while it downloads, off the main thread, instead of each function
 * on its first call (https://v8.dev/blog/explicit-compile-hints). On a phone's processor this saves two
 * fifths of the script time during loading.
 */
function compiledAtOnce(): Plugin {
  return {
    name: 'slipway:compiled-at-once',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.name === 'page')
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}

/** Writes a `.br` and a `.gz` file for each client file, so that the server need not compress them. */
function precompressFiles(): Plugin {
  return {
    name: 'slipway:precompressed',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'studio',
    async writeBundle() {
      const { name, config } = this.environment;
      const { outDir } = config.build;
      // Visitors wait for every byte. For the studio a fast build is more important.
      const quality = name === 'client' ? constants.BROTLI_MAX_QUALITY : 5;
      const paths = await readdir(outDir, { recursive: true });
      const texts = paths.filter((path) => /(?<!\.vite.*)\.(?:css|js|json|svg|txt)$/.test(path));
      await Promise.all(texts.map((path) => compress(join(outDir, path), quality)));
    },
  };
}

/**
 * Builds the stale parts one after the other. Afterwards `dist` names its release, and a server of another
 * release refuses to serve it.
 */
async function buildAll({ build, environments }: ViteBuilder): Promise<void> {
  await buildStaleParts(resolveFromRoot('.'), {
    build: async (part) => {
      const environment = environments[part];
      if (environment) await build(environment);
    },
    finish: writeThirdParty,
  });
  // Otherwise Vite would build all environments, because none of them is marked as built.
  for (const environment of Object.values(environments)) environment.isBuilt = true;
}

/** Fails the build if a module is not among the inputs of its part in src/package/build-inputs.ts. */
function requireKnownInputs(): Plugin {
  return {
    name: 'slipway:known-inputs',
    apply: 'build',
    generateBundle() {
      const { name } = this.environment;
      if (isPartName(name)) requireInputs(resolveFromRoot('.'), name, this.getModuleIds());
    },
  };
}

/** The file, relative to the output folder, in which a build lists its bundled libraries. */
const librariesFile = '.vite/libraries.json';

function recordThirdParty(): Plugin {
  return {
    name: 'slipway:third-party',
    apply: 'build',
    // The server's bundle is only used where its packages are installed.
    applyToEnvironment: ({ name }) => name !== 'server',
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
      this.emitFile({
        type: 'asset',
        fileName: librariesFile,
        source: JSON.stringify(listBundledLibraries(ids)),
      });
    },
  };
}

/** Writes the licences of all libraries in client code next to the files for visitors. */
async function writeThirdParty(): Promise<void> {
  const texts = ['client', 'studio'].map((name) =>
    readFile(resolveFromRoot(`dist/${name}/${librariesFile}`), 'utf8'),
  );
  const all = (await Promise.all(texts)).flatMap((text) => JSON.parse(text));
  await writeFile(
    resolveFromRoot('dist/client/third-party.txt'),
    formatThirdPartyText(removeDuplicateLibraries(all)),
  );
}

/** Bytes below which compression hardly makes a file smaller. */
const minCompressedBytes = 1024;

async function compress(path: string, quality: number): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minCompressedBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  await writeFile(`${path}.br`, brotliCompressSync(bytes, { params }));
  await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
