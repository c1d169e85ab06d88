import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocsBlocks } from '../cli/docs-blocks.ts';
import { measureEntrySize } from './entry-size.ts';
import {
  type BuiltPackage,
  buildPackage,
  hasPackage,
  installPackage,
  type PackageHost,
} from './installed.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/**
 * The gzip bytes that each entry imports statically, without lazy chunks and other packages, as measured and
 * rounded up. The bounds only show growth.
 */
const mostBytes = {
  documents: 4_800,
  // With the texts of the interface in eight languages, the meta schemas and the options of RJSF.
  engine: 289_500,
  graphql: 11_000,
  react: 144_000,
  types: 38_000,
  vite: 234_000,
};

/** The programs of docs/package.md. */
const [ofEngine = '', ofServer = '', ofFastify = ''] = readDocsBlocks('package.md')
  .filter(({ language }) => language === 'js')
  .map(({ text }) => text);

let built: BuiltPackage;
let host: PackageHost;
beforeAll(async () => {
  built = await buildPackage();
  host = await installPackage(built);
});
afterAll(() => host?.remove());

describe('the package', () => {
  it.each(['slipway', 'slipway-server'])('is packed as its field packs them: %s', async (name) => {
    const { folder } = name === 'slipway' ? built : built.server;
    const { messages, pkg } = await publint({ pkgDir: folder, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it.each(['slipway', 'slipway-server'])(
    'has types that every way of resolving modules finds: %s',
    async (name) => {
      const { tarball } = name === 'slipway' ? built : built.server;
      const packed = createPackageFromTarballData(new Uint8Array(readFileSync(tarball)));
      const analysis = await checkPackage(packed, { excludeEntrypoints: [/^\.\/schemas/] });
      expect(analysis.types).not.toBe(false);
      // Only ES modules: `require` supports them since Node 20.19. Resolution without `exports`, as before Node
      // 12, fails.
      const ours = (analysis.types ? analysis.problems : []).filter(
        (problem) =>
          problem.kind !== 'CJSResolvesToESM' &&
          !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
      );
      expect(ours).toEqual([]);
    },
  );

  it('brings no Node along, and no React', () => {
    expect(Object.keys(built.manifest.dependencies)).not.toContain('node');
    expect(Object.keys(built.manifest.dependencies)).not.toContain('react');
  });

  it('says what it is to others as it did', async () => {
    const reported = [built, built.server].flatMap(({ folder, manifest: { name } }) =>
      globSync('**/*.d.ts', { cwd: join(folder, 'types') })
        .toSorted()
        .map((file) => `// ${name}/${file}\n${readFileSync(join(folder, 'types', file), 'utf8')}`),
    );
    await expect(reported.join('\n')).toMatchFileSnapshot('./api.gen.txt');
  });

  it.each(Object.entries(mostBytes))('loads no more for %s than was meant', (entry, most) => {
    const bytes = measureEntrySize(built.folder, entry);
    expect(bytes).toBeLessThan(most);
  });

  it('loads no more for a server than was meant', () => {
    expect(measureEntrySize(built.server.folder, 'server')).toBeLessThan(627_500);
  });

  it('loads no more looks than was meant', () => {
    const bytes = gzipSync(readFileSync(join(built.folder, 'theme.css'))).length;
    expect(bytes).toBeLessThan(10_250);
  });

  it('carries the licences of the libraries that stand in its bundles', () => {
    // In the components of hosts and in the engine's imports of RJSF; in the server's rendering and its studio.
    const expected = [
      [built, ['react-dropzone', '@x0k/json-schema-merge']],
      [built.server, ['@x0k/json-schema-merge', 'react-dom', '@codemirror/view']],
    ] as const;
    for (const [{ folder }, names] of expected) {
      const text = readFileSync(join(folder, 'THIRD-PARTY.txt'), 'utf8');
      for (const name of names) expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
  });

  it('grows only knowingly, and so does the server’s', () => {
    expect(statSync(built.tarball).size).toBeLessThan(2_080_000);
    expect(statSync(built.server.tarball).size).toBeLessThan(2_925_000);
  });
});

describe('slipway/engine', () => {
  it('is typed for a host of its own strictness', async () => {
    host.write('host.ts', typedHost);
    host.write('tsconfig.json', JSON.stringify({ compilerOptions: strictest, files: ['host.ts'] }));
    const { stdout } = await run(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      host.folder,
    ]).catch((error: { readonly stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('compiles, resolves, judges and explains without React, as docs/package.md shows', async () => {
    expect(hasPackage(host, 'react')).toBe(false);
    host.write('engine.js', ofEngine);
    const message = await host.run('engine.js');
    expect(message).toContain("{ field: 'name', code: 'required' }");
    expect(message).toContain('Before this can be sent:');
  });
});

describe('slipway-server', () => {
  it('depends on packages of registries alone, and on no peer', () => {
    const { dependencies, peerDependencies } = built.server.manifest;
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg', 'sharp']));
    expect(Object.keys(dependencies).filter((name) => name.startsWith('slipway'))).toEqual([]);
    expect(peerDependencies).toBeUndefined();
    expect(Object.keys(built.manifest.peerDependencies ?? {})).toEqual(['react', 'react-dom', 'vite']);
  });

  it('starts by its program with one form file, and runs its commands', async () => {
    const own = await installPackage(built, { withServer: true });
    try {
      rmSync(join(own.folder, 'schemas'), { recursive: true });
      const [text = ''] = readDocsBlocks('getting-started.md')
        .filter(({ marks }) => marks.new === 'form.json')
        .map((block) => block.text);
      own.write('form.json', text);
      const program = join(own.folder, 'node_modules/slipway-server/src/package/server-command.js');
      const server = await startProgram(program, own.folder);
      const page = await (await fetch(server.origin)).text();
      expect(page).toMatch(/<h1[^>]*>School registration<\/h1>/);
      expect(page).toContain('Your name');
      expect((await fetch(new URL('/privacy-policy', server.origin))).status).toBe(404);
      expect(await own.run(program, 'enquiries')).toBe('No enquiries in .data yet.\n');
      expect(await server.stop()).not.toContain('demonstration');
      expect(await own.run(program, '--help')).toContain('Usage: slipway-server [--schemas FILE|FOLDER]');
    } finally {
      own.remove();
    }
  });

  it('starts without a form only to say that there is none', async () => {
    const own = await installPackage(built, { withServer: true });
    try {
      rmSync(join(own.folder, 'schemas'), { recursive: true });
      const failed = await own
        .run(join(own.folder, 'node_modules/slipway-server/src/package/server-command.js'))
        .catch((error: { readonly code: number; readonly stderr: string }) => error);
      expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Cannot find a form: /) });
    } finally {
      own.remove();
    }
  });

  it('starts from code, serves a page and takes an enquiry', async () => {
    const own = await installPackage(built, { withServer: true });
    try {
      cpSync(join(root, 'src/site/content'), join(own.folder, 'content'), { recursive: true });
      own.write('server.js', serverProgram);
      const { page, studio, answer, stopped } = JSON.parse(await own.run('server.js'));
      expect(page).toContain('<form');
      expect(studio).toEqual([200, 200]);
      expect(answer.data.sendContactUs).toEqual({ success: true });
      expect(stopped).toBe(true);
    } finally {
      own.remove();
    }
  });

  it('starts, and is mounted, as docs/package.md shows', async () => {
    const own = await installPackage(built, { withServer: true });
    try {
      cpSync(join(root, 'src/site/content'), join(own.folder, 'content'), { recursive: true });
      const here = (program: string) =>
        program
          .replaceAll('/var/lib/slipway', 'data')
          .replace(/(port: )4000/i, '$10')
          .replace('60_000', '0');
      own.write('server.js', `${here(ofServer)}await server.stop();`);
      expect(await own.run('server.js')).toMatch(/^http:\/\/localhost:\d+$/m);
      const seen =
        "const origin = host.listeningOrigin;console.log((await fetch(origin + '/contact')).status, await (await fetch(origin + '/about')).text());await host.close();";
      own.write('host.js', here(ofFastify) + seen);
      expect(await own.run('host.js')).toContain('200 Ours.');
    } finally {
      own.remove();
    }
  });

  it('is mounted in a Fastify of the host: its routes, bodies and closing stay its own', async () => {
    const own = await installPackage(built, { withServer: true });
    try {
      cpSync(join(root, 'src/site/content'), join(own.folder, 'content'), { recursive: true });
      own.write('host.js', mountingProgram);
      const { lines, ...seen } = JSON.parse(await own.run('host.js'));
      expect(seen).toEqual({
        about: 'Ours.',
        echoed: { greeting: 'hello' },
        page: { status: 200, hasForm: true, hasPolicy: true },
        answer: { sendContactUs: { success: true } },
        target: 'http://localhost',
        stored: 200,
        missing: 404,
        hasEnded: true,
      });
      expect(lines).toContainEqual(expect.stringContaining('SLIPWAY_PUBLIC_URL'));
      expect(lines).toContainEqual(expect.stringContaining('Cannot mount Slipway below "/forms"'));
    } finally {
      own.remove();
    }
  });

  it('names what is to be mended in its settings', async () => {
    const own = await installPackage(built, { withServer: true });
    try {
      own.write(
        'server.js',
        "import { startServer } from 'slipway-server';\nawait startServer({ schemas: 'schemas', content: 'none', settings: { PORT: 'x' } }).catch((error) => console.log(error.lines.join()));",
      );
      expect(await own.run('server.js')).toContain('PORT="x"');
    } finally {
      own.remove();
    }
  });
});

describe('the command line', () => {
  it('runs from node_modules, on the documents of the host', async () => {
    await host.slipway('check', '--strict');
    await host.slipway('types', '--out', 'forms.gen.ts');
    expect(host.read('forms.gen.ts')).toContain('export interface GeneralValues');
    await host.slipway('graphql', '--out', 'schema.graphql');
    expect(host.read('schema.graphql')).toContain('sendContactUs(');
  });

  it('names the package that has the commands for stored data', async () => {
    const failed = await host.slipway('enquiries').catch((error: { readonly stderr: string }) => error);
    expect(failed).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('run "npx slipway-server enquiries"'),
    });
  });
});

/** Starts the program of the server in a folder, and resolves once it has printed the address of the form. */
async function startProgram(program: string, cwd: string) {
  const child = spawn(process.execPath, [program], { cwd, env: { PATH: process.env.PATH, PORT: '0' } });
  let printed = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(printed)));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += String(chunk);
        const [, address] = /^Form +(\S+)$/m.exec(printed) ?? [];
        if (address !== undefined) resolve(address);
      });
  });
  return {
    origin,
    async stop(): Promise<string> {
      child.kill('SIGTERM');
      await once(child, 'exit');
      return printed;
    },
  };
}

/** The options of a strict host: the declarations themselves are checked too. */
const strictest = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  target: 'ES2024',
  module: 'NodeNext',
  types: [],
};

const typedHost = `
import { compile, type Documents, type Plan, resolve, type Situation } from 'slipway/engine';
import { sdlOf } from 'slipway/graphql';

declare const documents: Documents;
declare const situation: Situation;
const compiled = compile(documents);
if (compiled.ok) {
  const plan: Plan = resolve(compiled.form, situation);
  const names: readonly string[] = plan.fields.map(({ name }) => name);
  const sdl: string = sdlOf(compiled.form);
  void [names, sdl];
} else {
  const [first] = compiled.problems;
  const file: string | undefined = first?.file;
  void file;
}
`;

const mountingProgram = `
import Fastify from 'fastify';
import { slipwayPlugin } from 'slipway-server';

const settings = { SLIPWAY_DATA: 'data', SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_PUBLIC_URL: 'http://localhost' };
const options = { schemas: 'schemas', content: 'content', settings, log: () => {}, print: () => {} };
const lines = [];
for (const wrong of [{ ...options, settings: {} }, { ...options, prefix: '/forms' }])
  await Fastify({ pluginTimeout: 0 }).register(slipwayPlugin, wrong).ready().catch((error) => lines.push(...error.lines));

const host = Fastify({ pluginTimeout: 0 });
host.get('/about', async () => 'Ours.');
host.post('/echo', async ({ body }) => body);
await host.register(slipwayPlugin, options);
const origin = await host.listen({ port: 0 });
const post = (path, body, headers) =>
  fetch(origin + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
const about = await (await fetch(origin + '/about')).text();
const echoed = await (await post('/echo', { greeting: 'hello' })).json();
const response = await fetch(origin + '/contact');
const text = await response.text();
const page = {
  status: response.status,
  hasForm: text.includes('<form'),
  hasPolicy: response.headers.has('content-security-policy'),
};
const query = 'mutation { sendContactUs(domain: "www.trevarrow.example", submission_url: "https://www.trevarrow.example/contact", upload: [], enquiry_type: 3, office_location: "1", name: "Ada", email: "ada@example.com", message: "Hello") { success } }';
const { data: answer } = await (await post('/graphql', { query }, { 'idempotency-key': crypto.randomUUID() })).json();
const { url } = await (await post('/api/contact-upload', { filename: 'boat.png', contentType: 'image/png' })).json();
const photo = Buffer.from('${'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12MwTlsFRAwQCgAhhgUNXXjD1AAAAABJRU5ErkJggg=='}', 'base64');
const { pathname, search } = new URL(url);
const put = await fetch(origin + pathname + search, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: photo });
const missing = (await fetch(origin + '/nowhere')).status;
await host.close();
const hasEnded = await fetch(origin + '/about').then(() => false, () => true);
console.log(JSON.stringify({ lines, about, echoed, page, answer, target: new URL(url).origin, stored: put.status, missing, hasEnded }));
`;

const serverProgram = `
import { startServer } from 'slipway-server';

const server = await startServer({
  schemas: 'schemas',
  content: new URL('content', import.meta.url),
  settings: { PORT: 0, SLIPWAY_DATA: 'data', SLIPWAY_RATE_LIMIT: 'off' },
  log: () => {},
  print: () => {},
});
const page = await (await fetch(server.origin + '/contact')).text();
const editor = await fetch(server.origin + '/studio');
const [script] = /\\/studio-assets\\/[^"]+\\.js/.exec(await editor.text());
const studio = [editor.status, (await fetch(server.origin + script)).status];
const query = 'mutation { sendContactUs(domain: "www.trevarrow.example", submission_url: "https://www.trevarrow.example/contact", upload: [], enquiry_type: 3, office_location: "14", name: "Ada", email: "ada@example.com", message: "Hello") { success } }';
const answer = await (
  await fetch(server.origin + '/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ query }),
  })
).json();
await server.stop();
console.log(JSON.stringify({ page: page.slice(0, 60_000), studio, answer, stopped: true }));
`;
