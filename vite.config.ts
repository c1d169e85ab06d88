import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown, ViteBuilder } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { galleryPlugin } from './src/gallery/gallery-plugin.ts';
import { isPart, requireInputs } from './src/package/build-inputs.ts';
import { buildStaleParts } from './src/package/build-parts.ts';
import { serverEnvironment, sourceAddresses } from './src/package/bundle-server.ts';
import {
  messagesWithoutClass,
  quietMerging,
  slimReferences,
  translatedWords,
  widgetsByOneName,
  withoutOptionalData,
} from './src/package/slim-libraries.ts';
import { librariesOf, thirdPartyText, unique } from './src/package/third-party.ts';
import { testConfig } from './test/projects.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(
  async ({ command }): Promise<ViteUserConfig> => ({
    plugins: [
      react(),
      { ...slimReferences(), applyToEnvironment: ({ name }) => name === 'client' || name === 'ssr' },
      inPages(messagesWithoutClass()),
      inPages(translatedWords()),
      inPages(widgetsByOneName()),
      inPages(withoutOptionalData()),
      { ...quietMerging(), applyToEnvironment: ({ name }) => name !== 'server' },
      directImports(),
      retriedImports(),
      leanPreloading(),
      wholeWorkerAddresses(),
      compiledAtOnce(),
      precompressed(),
      thirdParty(),
      knownInputs(),
      sourceAddresses(here('.')),
      galleryPlugin(),
    ],
    // Drawings and fonts have addresses of their own: content names them, and so do the themes.
    publicDir: here('src/site/public'),
    resolve: {
      // What a visitor's page need not load: the stub says why, test/house/stubs.test.ts pins what it relies on.
      alias: [{ find: /^markdown-to-jsx(\/react)?$/, replacement: here('widgets/stubs/markdown-to-jsx.ts') }],
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
              client: here('src/site/client.tsx'),
              'late-styles': here('src/site/late-styles.ts'),
              // What precompiled validators import; the manifest has it under 'src/site/validator-runtime.ts'.
              'validator-runtime': here('src/site/validator-runtime.ts'),
              // Looks of the page that leads to all others, which is none with a form, and of some sites.
              index: here('src/site/styles/index.css'),
              // What stands on pages of other origins: the element, which loads what draws the form, and its looks.
              embed: here('src/site/embed/embed.ts'),
              'embed-frame': here('src/site/embed/frame.ts'),
              framed: here('src/site/embed/framed.ts'),
              mount: here('src/site/embed/mount.tsx'),
              'embed-style': here('src/package/react/theme.css'),
              lantern: here('src/site/styles/themes/lantern.css'),
              solent: here('src/site/styles/themes/solent.css'),
            },
            // Validators are compiled while the server runs: no importer is here to keep that runtime's exports.
            preserveEntrySignatures: 'strict',
            checks: quiet,
            // What later parts share with the first stays with it: one file is shorter than four.
            output: {
              // Hosts' pages name the element's address.
              entryFileNames: ({ name }) =>
                /^embed(?:-frame)?$/.test(name) ? '[name].js' : 'assets/[name]-[hash].js',
              codeSplitting: {
                groups: [{ name: partOf(here('src/site/client.tsx'), 'page'), debugName: 'page' }],
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
          // Whoever edits forms all day loads it once; visitors load nothing of it.
          chunkSizeWarningLimit: 2_000,
          rolldownOptions: {
            input: { studio: here('src/studio/client.tsx'), preview: here('src/studio/preview.tsx') },
            checks: quiet,
          },
        },
      },
      ssr: {
        // A build is one file, with React's production build in it whatever NODE_ENV the server is started with.
        // In development only what imports a stub goes through Vite; React is CommonJS and stays outside.
        resolve: { noExternal: command === 'build' ? true : [/^@rjsf\//] },
        ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
        build: {
          outDir: 'dist/site',
          ssr: true,
          copyPublicDir: false,
          sourcemap: true,
          rolldownOptions: {
            input: { server: here('src/site/server.tsx') },
            output: { entryFileNames: '[name].js' },
            // What a page loads later a server has at once.
            checks: { ...quiet, ineffectiveDynamicImport: false },
          },
        },
      },
      // Development serves the sources.
      ...(command === 'build' ? { server: serverEnvironment(here('.')) } : {}),
    },
    builder: { buildApp: buildAll },
    ...(process.env.VITEST ? { test: await testConfig() } : {}),
  }),
);

/** That a slow machine compresses slowly is nothing to tell whoever starts a server. */
const quiet = { bundlerTimings: false };

/** In what is built for visitors. */
function inPages(plugin: Plugin): Plugin {
  return { ...plugin, apply: 'build', applyToEnvironment: ({ name }) => name === 'client' };
}

/**
 * Imports from `@rjsf/utils` as imports from the file where each name stands. Else `partOf` takes all of the library for a part of the
 * first visit, because its index imports it.
 */
function directImports(): Plugin {
  const folder = here('node_modules/@rjsf/utils/lib/');
  const files = new Map<string, string>();
  for (const index of ['index.js', 'schema/index.js']) {
    const imports = readFileSync(folder + index, 'utf8').matchAll(/^import (\w+).* from "\.\/(.+)";$/gm);
    for (const [, name = '', file] of imports) files.set(name, join(dirname(index), file ?? ''));
  }
  const direct = (name: string) => {
    const [imported = '', local = imported] = name.split(/\s+as\s+/);
    const file = files.get(imported);
    if (imported === 'resolveUiSchema')
      return `import ${local} from '${here('widgets/stubs/resolve-ui-schema.ts')}';`;
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

/** Names the chunk of everything that an entry imports at once, at every depth; what is imported later stays where it is. */
function partOf(entry: string, name: string): Rolldown.CodeSplittingNameFunction {
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
 * A browser remembers, as long as a page is open, that a module could not be loaded (HTML, "fetch a single module script"): who imports
 * it again is told so without another request. So each import in vain gives the next one another address: a query, which a server of
 * files does not heed.
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
 * What a later part takes is asked for together with it, its styles before it runs: a sixth of Vite's own helper, which is on every page
 * and knows of other browsers, nonces and bases. `data-slipway` tells it from what the page itself brings (`src/site/embed/load-styles.ts`).
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

/** A worker's address begins at the file that starts it: on a host's page `/assets/…` would be the host's. */
function wholeWorkerAddresses(): Plugin {
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
 * Asks V8 to compile the page's first part while it arrives, off the main thread, rather than function by function as each is first
 * called (https://v8.dev/blog/explicit-compile-hints): with a phone's processor that is two fifths of what script takes while it is loaded.
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

/** Writes a `.br` and a `.gz` beside what browsers load, so that the server compresses nothing that never changes. */
function precompressed(): Plugin {
  return {
    name: 'slipway:precompressed',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'studio',
    async closeBundle() {
      const { name, config } = this.environment;
      const { outDir } = config.build;
      // Visitors wait for every byte; a build need not wait for the studio's.
      const quality = name === 'client' ? constants.BROTLI_MAX_QUALITY : 5;
      const paths = await readdir(outDir, { recursive: true });
      const texts = paths.filter((path) => /(?<!\.vite.*)\.(?:css|js|json|svg|txt)$/.test(path));
      await Promise.all(texts.map((path) => compress(join(outDir, path), quality)));
    },
  };
}

/** Builds what is stale, one part after the other; `dist` then says of which release it is, and a server serves no other. */
async function buildAll({ build, environments }: ViteBuilder): Promise<void> {
  await buildStaleParts(here('.'), {
    build: async (part) => {
      const environment = environments[part];
      if (environment) await build(environment);
    },
    finish: writeThirdParty,
  });
  // Vite builds everything where it finds nothing built.
  for (const environment of Object.values(environments)) environment.isBuilt = true;
}

/** Fails if a module is not among the inputs that src/package/build-inputs.ts has for its part. */
function knownInputs(): Plugin {
  return {
    name: 'slipway:known-inputs',
    apply: 'build',
    generateBundle() {
      const { name } = this.environment;
      if (isPart(name)) requireInputs(here('.'), name, this.getModuleIds());
    },
  };
}

/** Where a build notes the libraries that stand in it, below its folder. */
const libraries = '.vite/libraries.json';

function thirdParty(): Plugin {
  return {
    name: 'slipway:third-party',
    apply: 'build',
    // The server's bundle stays where its packages are installed.
    applyToEnvironment: ({ name }) => name !== 'server',
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
      this.emitFile({ type: 'asset', fileName: libraries, source: JSON.stringify(librariesOf(ids)) });
    },
  };
}

/** Beside visitors' files the licences of all that browsers load. */
async function writeThirdParty(): Promise<void> {
  const texts = ['client', 'studio'].map((name) => readFile(here(`dist/${name}/${libraries}`), 'utf8'));
  const all = (await Promise.all(texts)).flatMap((text) => JSON.parse(text));
  await writeFile(here('dist/client/third-party.txt'), thirdPartyText(unique(all)));
}

/** Below this many bytes a compressed file is hardly shorter. */
const leastCompressed = 1024;

async function compress(path: string, quality: number): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < leastCompressed) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  await writeFile(`${path}.br`, brotliCompressSync(bytes, { params }));
  await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
