import { relative, resolve } from 'node:path';
import type { EnvironmentOptions, Plugin } from 'vite';

const outputFolder = 'dist/server';

/** The server and the programs that it starts in threads and child processes. */
const programs = {
  serve: 'src/server/app/serve.ts',
  'compile-thread': 'src/server/forms/documents/compile-thread.ts',
  'draft-thread': 'src/server/studio/thread/draft-thread.ts',
  'reencode-process': 'src/server/photos/reencode-process.ts',
  'store-worker': 'src/server/app/worker/store-worker.ts',
};

/** Packages that most servers never load, or that load other files from their own folder. */
const external = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  'openid-client',
  'pg',
  'sharp',
  'vite',
];

/**
 * Creates the Vite environment that bundles the server with its packages into a few files, so that it starts
 * faster.
 */
export function createServerEnvironment(root: string): EnvironmentOptions {
  const input = Object.fromEntries(
    Object.entries(programs).map(([name, path]) => [name, resolve(root, path)]),
  );
  return {
    consumer: 'server',
    resolve: { noExternal: true, external },
    build: {
      outDir: outputFolder,
      ssr: true,
      copyPublicDir: false,
      rolldownOptions: {
        input,
        // All files are in one folder, because URLs of source files are relative to it.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      },
    },
  };
}

/**
 * Creates a plugin that replaces `import.meta.url` in bundled modules by the URL of their source, next to
 * which other files stay. URLs of `programs` become those of the built programs. It applies only to the
 * environment `server`, and not to packages.
 */
export function rewriteSourceUrls(root: string): Plugin {
  const names = Object.keys(programs).join('|');
  const addresses = new RegExp(
    String.raw`new URL\('\.[^']*/(${names})\.ts', import\.meta\.url\)|import\.meta\.url`,
    'g',
  );
  return {
    name: 'slipway:source-addresses',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'server',
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: /import\.meta\.url/ },
      /** Returns the code of a module with its URLs replaced. */
      handler(code, id) {
        const source = relative(resolve(root, outputFolder), id).replaceAll('\\', '/');
        return code.replaceAll(addresses, (_address, program?: string) =>
          program === undefined
            ? `new URL(${JSON.stringify(source)}, import.meta.url).href`
            : `new URL('./${program}.js', import.meta.url)`,
        );
      },
    },
  };
}
