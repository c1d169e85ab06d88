/**
 * Builds the published packages (docs/package.md). `npm run package` writes `dist/package` and
 * `dist/package-server` and packs them as `dist/slipway-VERSION.tgz` and `dist/slipway-server-VERSION.tgz`.
 * An argument names another output folder. The client code must be built before (`npm run build`).
 */

import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig } from 'tsdown';
import { minifySync, parseSync } from 'vite';
import { buildRelease } from '../server/forms/pages/release.ts';
import { buildLivePage } from './build-live.ts';
import { buildReact, recordLibraries, replaceViteFeatures } from './build-react.ts';
import {
  buildPackageManifest,
  buildServerManifest,
  bundledUtilitiesName,
  type RootManifest,
} from './package-manifest.ts';
import { formatThirdPartyText, type Library, removeDuplicateLibraries } from './third-party.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rootManifest: RootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const outputFolder = resolve(process.argv[2] ?? join(root, 'dist'));
const out = join(outputFolder, 'package');
const outServer = join(outputFolder, 'package-server');

/** The entries of `slipway` with public types. Each is imported as `slipway/NAME`. */
const entries = ['documents', 'engine', 'graphql', 'react', 'types', 'vite'];

/** Entries that Node runs or imports. */
const programs = ['src/package/{command,documents,engine,graphql,types,vite}.ts'];

/** The same of the server, with those of threads and child processes. */
const serverPrograms = [
  'src/package/{server,server-command}.ts',
  'src/server/forms/documents/compile-thread.ts',
  'src/server/photos/reencode-process.ts',
  'src/server/studio/thread/draft-thread.ts',
  'src/server/app/worker/store-worker.ts',
];

/** Files that are copied unchanged to both packages. */
const commonFiles = [
  'CHANGELOG.md',
  'LICENSE*',
  'schemas/**/*.json',
  'src/server/forms/content/one-form/*.json',
];
const copiedFiles = [...commonFiles, 'src/cli/init/**/*.{json,md}', 'engine/templates/**/*.json'];
/**
 * Files that are copied unchanged to the server's package. The compressed variants of client files are left out,
 * because the server can compress them.
 */
const copiedForServer = [
  ...commonFiles,
  'src/studio/forms/panel/**/*.json',
  'src/studio/content/form/**/*.json',
  'dist/client/**/*',
  'dist/client/.vite/manifest.json',
  'dist/site/**/*.js',
  'dist/worker/*.js',
  'dist/studio/**/*',
  'dist/studio/.vite/manifest.json',
];
/** Files that are minified already, by paths in the package. */
const minifiedFiles = /^src\/package\/react[./]/;
/**
 * Files that are not copied: compressed variants, source maps, fonts and the code that sends an enquiry.
 * Fonts are referenced by their built URLs in style sheets only, never by content. Server rendering never
 * sends an enquiry.
 */
const excludedFiles = /\.(?:br|gz|map)$|client\/fonts\/.*woff2$|site\/assets\/apollo-transport-/;

/** The types of the imports that the Vite plugin compiles. */
const viteClientTypes = `declare module '*?slipway' {
  export const form: import('slipway/react').PrecompiledForm['form'];
  export const validators: import('slipway/react').PrecompiledForm['validators'];
  const module: import('slipway/react').PrecompiledForm;
  export default module;
}
`;

/** The specifiers by which modules import the RJSF utilities. */
const utilitiesModule = /\/rjsf-utilities\.ts$/;

const commonConfig: InlineConfig = {
  cwd: root,
  config: false,
  logLevel: 'warn',
  // The warning is about the TypeScript version of the build tool, which we cannot change.
  suppressWarnings: /^TypeScript [\d.]+ does not yet have a stable API/,
  format: 'esm',
  target: false,
  fixedExtension: false,
  clean: false,
  root,
  outDir: out,
  tsconfig: 'tsconfig.package.json',
  // Warnings about dynamic imports that are also static, and about module directives, do not apply to the
  // package.
  inputOptions: (options) => ({
    ...options,
    resolve: { ...options.resolve, mainFields: ['module', 'main'] },
    checks: {
      ...options.checks,
      ineffectiveDynamicImport: false,
      moduleLevelDirective: false,
      bundlerTimings: false,
    },
  }),
};

const [reactLibraries, liveLibraries, utilityLibraries, runtimeLibraries] = await Promise.all([
  buildReact({ root, out, common: commonConfig }),
  buildLivePage(root, out),
  bundleUtilities(out),
  bundleValidatorRuntime(),
  bundleUtilities(outServer),
  buildPrograms(programs, out),
  buildPrograms(serverPrograms, outServer),
  buildTypes(entries, out),
  buildTypes(['server'], outServer),
]);
copyFiles(copiedFiles, out);
writeFileSync(join(out, 'types/theme.d.ts'), 'export {};\n');
writeFileSync(join(out, 'types/vite-client.d.ts'), viteClientTypes);
minifyFiles(out);
writeThirdParty(out, [...reactLibraries, ...liveLibraries, ...utilityLibraries, ...runtimeLibraries]);
writeManifest(out, buildPackageManifest({ root: rootManifest, entries, imports: listImportedPackages(out) }));
await buildRelease(outServer, async () => {
  copyFiles(copiedForServer, outServer);
  minifyFiles(outServer);
  writeThirdParty(outServer, [
    ...utilityLibraries,
    ...readBuiltLibraries('client'),
    ...readBuiltLibraries('site'),
    ...readBuiltLibraries('studio'),
  ]);
  writeManifest(
    outServer,
    buildServerManifest({ root: rootManifest, imports: listImportedPackages(outServer) }),
  );
});
for (const folder of [out, outServer]) packFolder(folder);

/**
 * Bundles the functions that compiled schemas import, and returns the bundled libraries. Modules of the Vite plugin
 * import the file, so it imports nothing that a browser cannot.
 */
async function bundleValidatorRuntime(): Promise<readonly Library[]> {
  const libraries: Library[] = [];
  await build({
    ...commonConfig,
    entry: { 'src/site/validator-runtime': 'src/site/validator-runtime.ts' },
    platform: 'neutral',
    dts: false,
    deps: { alwaysBundle: [/^ajv(-formats)?\//], onlyBundle: false },
    plugins: [recordLibraries(libraries)],
  });
  return libraries;
}

/**
 * Bundles the RJSF utilities that evaluate conditions of schemas, and returns the bundled libraries. Their
 * package index would import React.
 */
async function bundleUtilities(to: string): Promise<readonly Library[]> {
  const libraries: Library[] = [];
  await build({
    ...commonConfig,
    entry: { 'src/package/rjsf-utilities': 'widgets/validators/rjsf-utilities.ts' },
    outDir: to,
    platform: 'neutral',
    dts: false,
    deps: {
      alwaysBundle: [/^@rjsf\/utils\//, /^lodash/, 'fast-equals', 'fast-uri', 'jsonpointer'],
      onlyBundle: false,
    },
    plugins: [recordLibraries(libraries)],
  });
  return libraries;
}

/**
 * Builds each module of programs to a file of its own below a folder, so that relative paths are those of the
 * repository.
 * @param patterns Glob patterns of the programs.
 */
async function buildPrograms(patterns: readonly string[], to: string): Promise<void> {
  await build({
    ...commonConfig,
    outDir: to,
    entry: patterns.flatMap((pattern) => globSync(pattern, { cwd: root })),
    unbundle: true,
    platform: 'node',
    dts: false,
    deps: { neverBundle: true },
    plugins: [rewriteTypeScriptUrls(), externalizeUtilities()],
  });
}

/**
 * Writes one declaration file per entry, and the declarations that they share, to `types` in a folder. Only the
 * declarations are copied; other steps build the code.
 */
async function buildTypes(names: readonly string[], to: string): Promise<void> {
  const folder = join(to, '.types');
  await build({
    ...commonConfig,
    entry: Object.fromEntries(names.map((name) => [name, `src/package/${name}.ts`])),
    outDir: folder,
    clean: true,
    platform: 'node',
    dts: true,
    deps: { neverBundle: true },
    plugins: replaceViteFeatures(),
    treeshake: { moduleSideEffects: false },
    // Shared declarations have no hash in their names, so that `test/package/api` shows what changed.
    outputOptions: { chunkFileNames: 'shared/[name].js' },
  });
  for (const file of globSync('**/*.d.ts', { cwd: folder }))
    cpSync(join(folder, file), join(to, 'types', file));
  rmSync(folder, { recursive: true });
}

/**
 * Creates a plugin that changes URLs of modules to the built files: `new URL('./thread.ts', …)` to `new
 * URL('./thread.js', …)`.
 */
function rewriteTypeScriptUrls() {
  return {
    name: 'slipway:built-neighbours',
    transform: {
      filter: { code: /import\.meta\.url/ },
      handler: (code: string) => code.replace(/(new URL\('\.[^']*)\.ts'/g, "$1.js'"),
    },
  };
}

/** Creates a plugin that replaces imports of the RJSF utilities by imports of their bundle. */
function externalizeUtilities() {
  return {
    name: 'slipway:own-utilities',
    resolveId: {
      order: 'pre' as const,
      filter: { id: utilitiesModule },
      handler: () => ({ id: bundledUtilitiesName, external: true }),
    },
  };
}

/**
 * Overwrites the built files in a folder, except `minifiedFiles`, without whitespace and comments. Names stay
 * readable in stack traces, except in bundles.
 */
function minifyFiles(folder: string): void {
  const files = globSync('{engine,schemas,src,widgets,dist/site}/**/*.js', { cwd: folder });
  for (const file of files.filter((path) => !minifiedFiles.test(path)).map((path) => join(folder, path))) {
    const isBundle = file.startsWith(join(folder, 'dist'));
    const options = {
      module: true,
      compress: isBundle,
      mangle: isBundle,
      codegen: { removeWhitespace: true },
    };
    writeFileSync(file, minifySync(file, readFileSync(file, 'utf8'), options).code);
  }
}

/** Copies the files of glob patterns, except `excludedFiles`, to the same relative paths below a folder. */
function copyFiles(patterns: readonly string[], to: string): void {
  const files = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((file) => file.isFile())
    .map((file) => relative(root, join(file.parentPath, file.name)).replaceAll('\\', '/'))
    .filter((file) => !excludedFiles.test(file));
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
}

/**
 * Returns the libraries that a build of our own pages recorded in its output folder. Throws if it was not
 * built.
 */
function readBuiltLibraries(name: 'client' | 'site' | 'studio'): readonly Library[] {
  return JSON.parse(readFileSync(join(root, 'dist', name, '.vite/libraries.json'), 'utf8'));
}

/** Writes the libraries with their licences, without duplicates, to `THIRD-PARTY.txt` in a folder. */
function writeThirdParty(to: string, libraries: readonly Library[]): void {
  writeFileSync(join(to, 'THIRD-PARTY.txt'), formatThirdPartyText(removeDuplicateLibraries(libraries)));
}

/** Writes a manifest to `package.json` in a folder. */
function writeManifest(to: string, manifest: object): void {
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Packs a folder as an npm archive in the output folder, and prints its name and size. */
function packFolder(folder: string): void {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', outputFolder], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename = '', size = 0, entryCount = 0 } = {}] = JSON.parse(packed) as readonly {
    readonly filename: string;
    readonly size: number;
    readonly entryCount: number;
  }[];
  console.log(
    `${relative(root, join(outputFolder, filename))}: ${entryCount} files, ${Math.round(size / 1000)} kB`,
  );
}

/**
 * Returns the names of the packages that the JavaScript files in a folder import, statically or dynamically:
 * `@noble/hashes`. Relative, `#` and `node:` specifiers are left out, and computed ones.
 */
function listImportedPackages(folder: string): ReadonlySet<string> {
  const files = globSync('**/*.js', { cwd: folder }).map((file) => join(folder, file));
  const names = files.flatMap((file) => parseSpecifiers(file, readFileSync(file, 'utf8')));
  return new Set(names.filter((name) => /^[@\w]/.test(name) && !name.startsWith('node:')).map(toPackageName));
}

/** Returns the specifiers of imports and re-exports, and `''` for each that is computed or absent. */
function parseSpecifiers(file: string, code: string): readonly string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    // A computed specifier is a URL of one of our modules, never a package.
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => parseStringLiteral(code.slice(start, end))),
  ];
}

/** Returns the text of a string literal or of a template without placeholders; `''` for other expressions. */
function parseStringLiteral(source: string): string {
  return /^(["'`])([^"'`$]*)\1$/.exec(source)?.[2] ?? '';
}

/** Returns the package of a specifier: `@noble/hashes` for `@noble/hashes/sha2.js`. */
function toPackageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
