import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import React from 'react';
import { build as bundle, type InlineConfig } from 'tsdown';
import { minifySync, build as viteBuild } from 'vite';
import { type Library, listBundledLibraries } from './third-party.ts';

/** The folder of the repository, the folder of the built package, and the configuration of every bundle. */
export interface ReactBuildOptions {
  readonly root: string;
  readonly out: string;
  readonly common: InlineConfig;
}

/** The modules that the host application provides, beside React itself (`completeReact`). They are not bundled. */
const hostModules = /^react(-dom|\/)/;

/** The worker that scales photos. It imports nothing. */
const workerName = 'photos-worker';

/**
 * Builds `slipway/react` into the output folder: the code of a page, with its libraries bundled. Lazy modules
 * stay separate files. All styles are in `theme.css`, because Node cannot import CSS.
 * @returns The bundled libraries.
 */
export async function buildReact(options: ReactBuildOptions): Promise<readonly Library[]> {
  const [libraries] = await Promise.all([bundleScripts(options), bundleTheme(options)]);
  return libraries;
}

/**
 * Bundles the entry, the client code and the worker, and minifies the files. Returns the bundled libraries.
 */
async function bundleScripts({ out, common }: ReactBuildOptions): Promise<readonly Library[]> {
  const libraries: Library[] = [];
  const scriptConfig: InlineConfig = {
    ...common,
    platform: 'neutral',
    dts: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    inputOptions: (given) => ({
      ...given,
      resolve: { ...given.resolve, mainFields: ['module', 'main'] },
      checks: {
        ...given.checks,
        ineffectiveDynamicImport: false,
        moduleLevelDirective: false,
        bundlerTimings: false,
      },
    }),
    outputOptions: { chunkFileNames: 'src/package/react/[name]-[hash].js' },
    deps: { neverBundle: hostModules, alwaysBundle: /^(?!react(-dom|\/))/, onlyBundle: false },
  };
  await Promise.all([
    bundle({
      ...scriptConfig,
      entry: {
        'src/package/react/client': 'src/package/react/client.tsx',
        [`src/package/react/${workerName}`]: 'widgets/photos/scale-down-worker.ts',
      },
      plugins: [...replaceViteFeatures(), completeReact(), recordLibraries(libraries)],
    }),
    // The entry is built separately from the client module, because only the latter is marked with `'use
    // client'`.
    bundle({
      ...scriptConfig,
      entry: { 'src/package/react': 'src/package/react.ts' },
      plugins: [makeClientExternal()],
    }),
  ]);
  for (const file of globSync('src/package/react{.js,/**/*.js}', { cwd: out }))
    minifyForHosts(join(out, file));
  return libraries;
}

/** Creates a plugin that appends the libraries of a bundle to `known` when the bundle is generated. */
export function recordLibraries(known: Library[]) {
  return {
    name: 'slipway:notes-libraries',
    generateBundle(
      _options: unknown,
      bundle: Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>,
    ) {
      known.push(...listBundledLibraries(Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)));
    },
  };
}

/**
 * Creates a plugin by which modules that import React get the exports of `src/package/react/react-18.ts` in place of
 * React's own.
 */
function completeReact() {
  const file = fileURLToPath(new URL('react/react-18.ts', import.meta.url));
  const completed = '\0slipway:react';
  const added = ['use', 'useEffectEvent', 'Activity', 'useLayoutEffect'];
  const reactNames = Object.keys(React);
  return {
    name: 'slipway:react-18',
    resolveId: {
      order: 'pre' as const,
      filter: { id: /^react$/ },
      handler: (_id: string, importer: string | undefined) =>
        importer === file || importer === completed ? { id: 'react', external: true } : { id: completed },
    },
    load: {
      filter: { id: /^\0slipway:react$/ },
      handler: () =>
        `export { default, ${reactNames.filter((name) => !added.includes(name))} } from 'react';
        export { ${added} } from ${JSON.stringify(file)};`,
    },
  };
}

/**
 * Creates a plugin that does not bundle the client module into the entry, but imports its separately built
 * file.
 */
function makeClientExternal() {
  return {
    name: 'slipway:client-apart',
    resolveId: {
      order: 'pre' as const,
      filter: { id: /\/react\/client\.tsx$/ },
      handler: () => ({ id: './react/client.js', external: true }),
    },
  };
}

/**
 * Overwrites a file with its minified code, adapted to host bundlers: `client.js` begins with `'use client'`,
 * and computed imports are marked so that bundlers ignore them.
 */
function minifyForHosts(file: string): void {
  const { code } = minifySync(file, readFileSync(file, 'utf8'), { module: true });
  const directive = basename(file) === 'client.js' ? "'use client';\n" : '';
  const ignoreComments = '/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ ';
  writeFileSync(file, directive + code.replaceAll(/\bimport\((?=[^"'`)])/g, `import(${ignoreComments}`));
}

/**
 * Creates plugins that replace features of Vite on which our sources rely: style imports of lazy modules and
 * worker URLs.
 */
export function replaceViteFeatures() {
  return [dropStyleImports(), resolveWorker()];
}

/** Creates a plugin that removes style imports. A host page gets all styles from `theme.css`. */
function dropStyleImports() {
  return {
    name: 'slipway:without-styles',
    resolveId: {
      order: 'pre' as const,
      filter: { id: /\.css$/ },
      handler: () => ({ id: '\0slipway:no-style', moduleSideEffects: false }),
    },
    load: {
      filter: { id: /^\0slipway:no-style$/ },
      handler: () => ({ code: '', moduleType: 'js' as const }),
    },
  };
}

/**
 * Creates a plugin that imports the worker's address as `new URL('./file', import.meta.url)`, which every
 * bundler recognises.
 */
function resolveWorker() {
  return {
    name: 'slipway:worker-file',
    resolveId: {
      order: 'pre' as const,
      filter: { id: /\?worker&url$/ },
      handler: () => ({ id: '\0slipway:worker' }),
    },
    load: {
      filter: { id: /^\0slipway:worker$/ },
      handler: () => `export default new URL('./${workerName}.js', import.meta.url).href;`,
    },
  };
}

/**
 * Writes `theme.css` with the styles of all components. It builds them in a temporary folder beside the
 * output folder and removes that folder.
 */
async function bundleTheme({ root, out }: ReactBuildOptions): Promise<void> {
  const folder = `${out}-theme`;
  await viteBuild({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: join(root, 'src/package/react/theme.css'),
        checks: { bundlerTimings: false },
      },
    },
  });
  const [sheet = ''] = globSync('assets/theme-*.css', { cwd: folder });
  mkdirSync(out, { recursive: true });
  copyFileSync(join(folder, sheet), join(out, 'theme.css'));
  rmSync(folder, { recursive: true });
}
