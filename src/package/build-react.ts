import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build as bundle, type InlineConfig } from 'tsdown';
import { minifySync, build as viteBuild } from 'vite';
import {
  messagesWithoutClass,
  quietMerging,
  slimReferences,
  translatedWords,
  widgetsByOneName,
  withoutOptionalData,
} from './slim-libraries.ts';
import { type Library, librariesOf } from './third-party.ts';

/** Where the package is made, and of what. */
export interface ReactBuildOptions {
  readonly root: string;
  readonly out: string;
  readonly common: InlineConfig;
}

/** Whoever draws the form has these already. */
const ofTheHost = /^react(-dom)?(\/|$)/;

/** The file that scales photos beside a page; it imports nothing. */
const worker = 'photos-worker';

/**
 * Makes `slipway/react` and gives the libraries in it: what a page loads, with its libraries in it, slimmed as on our own pages; what is drawn late stays apart. `theme.css` is
 * all of its looks: no file of script imports one, which Node could not read.
 */
export async function buildReact(options: ReactBuildOptions): Promise<readonly Library[]> {
  const [libraries] = await Promise.all([bundleScripts(options), bundleTheme(options)]);
  return libraries;
}

async function bundleScripts({ root, out, common }: ReactBuildOptions): Promise<readonly Library[]> {
  const libraries: Library[] = [];
  const slim: InlineConfig = {
    ...common,
    platform: 'neutral',
    dts: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    inputOptions: (given) => ({
      ...given,
      resolve: {
        ...given.resolve,
        mainFields: ['module', 'main'],
        alias: { 'markdown-to-jsx': join(root, 'widgets/stubs/markdown-to-jsx.ts') },
      },
      checks: { ...given.checks, ineffectiveDynamicImport: false, moduleLevelDirective: false },
    }),
    outputOptions: { chunkFileNames: 'src/package/react/[name]-[hash].js' },
    deps: { neverBundle: ofTheHost, alwaysBundle: /^(?!react(-dom)?(\/|$))/, onlyBundle: false },
  };
  await Promise.all([
    bundle({
      ...slim,
      entry: {
        'src/package/react/client': 'src/package/react/client.tsx',
        [`src/package/react/${worker}`]: 'widgets/photos/scale-down-worker.ts',
      },
      plugins: [
        ...[
          slimReferences(),
          messagesWithoutClass(),
          translatedWords(),
          widgetsByOneName(),
          withoutOptionalData(),
          quietMerging(),
        ],
        ...fromVite(),
        notesLibraries(libraries),
      ],
    }),
    // What a host's server may call stands apart from what is for its pages alone.
    bundle({ ...slim, entry: { 'src/package/react': 'src/package/react.ts' }, plugins: [clientApart()] }),
  ]);
  for (const file of globSync('src/package/react{.js,/**/*.js}', { cwd: out })) finish(join(out, file));
  return libraries;
}

/** Adds the libraries of a bundle to those that are known. */
export function notesLibraries(known: Library[]) {
  return {
    name: 'slipway:notes-libraries',
    generateBundle(
      _options: unknown,
      bundle: Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>,
    ) {
      known.push(...librariesOf(Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)));
    },
  };
}

function clientApart() {
  return {
    name: 'slipway:client-apart',
    resolveId: {
      order: 'pre' as const,
      filter: { id: /\/react\/client\.tsx$/ },
      handler: () => ({ id: './react/client.js', external: true }),
    },
  };
}

/** Short, and as a host's tools want it: in the browser's part of a page, with addresses that are left alone. */
function finish(file: string): void {
  const { code } = minifySync(file, readFileSync(file, 'utf8'), { module: true });
  const directive = basename(file) === 'client.js' ? "'use client';\n" : '';
  const leftAlone = '/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ ';
  writeFileSync(file, directive + code.replaceAll(/\bimport\((?=[^"'`)])/g, `import(${leftAlone}`));
}

/** What our own pages have from Vite: looks come along with what is drawn late, and workers have addresses. */
export function fromVite() {
  return [withoutStyles(), workerFile()];
}

/** A host's page has all looks from `theme.css`. */
function withoutStyles() {
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

/** `new URL('./file', import.meta.url)` is what every bundler finds a file by. */
function workerFile() {
  return {
    name: 'slipway:worker-file',
    resolveId: {
      order: 'pre' as const,
      filter: { id: /\?worker&url$/ },
      handler: () => ({ id: '\0slipway:worker' }),
    },
    load: {
      filter: { id: /^\0slipway:worker$/ },
      handler: () => `export default new URL('./${worker}.js', import.meta.url).href;`,
    },
  };
}

/** One sheet, in layers: what it imports, at every depth. */
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
  // The bundler drops it, because what follows names the layers in that order; a host may have named one before.
  const order = '@layer slipway.reset,slipway.theme,slipway.host;';
  writeFileSync(join(out, 'theme.css'), order + readFileSync(join(folder, sheet), 'utf8'));
  rmSync(folder, { recursive: true });
}
