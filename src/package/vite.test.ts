import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createServer, type InlineConfig, normalizePath } from 'vite';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PrecompiledForm } from './react.ts';
import { slipway } from './vite.ts';

const folder = normalizePath(mkdtempSync(join(tmpdir(), 'slipway-vite-')));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

const registration = {
  settings: { recipient: 'office@school.example' },
  schema: {
    type: 'object',
    required: ['full_name'],
    properties: {
      full_name: { type: 'string', title: 'Your name', maxLength: 4 },
      mail: { type: 'string', title: 'Mail', format: 'email' },
    },
  },
};

const config = (more: InlineConfig = {}): InlineConfig => ({
  root: folder,
  configFile: false,
  logLevel: 'silent',
  plugins: [slipway()],
  ...more,
});

/** Starts a development server without a port. */
async function startServer() {
  const server = await createServer(
    config({ server: { middlewareMode: true, ws: false, watch: null }, appType: 'custom' }),
  );
  onTestFinished(() => server.close());
  return server;
}

/** Returns the message of the error that an action rejects with. */
const reasonOf = (action: Promise<unknown>) =>
  action.then(
    () => 'none',
    (error: Error) => error.message,
  );

describe('slipway', () => {
  it('compiles a form with its checks, which evaluate nothing and come with their runtime', async () => {
    write('form.json', JSON.stringify(registration));
    write('main.js', "import form from './form.json?slipway';\nexport default form;");
    const server = await startServer();
    const { default: module } = (await server.ssrLoadModule('/main.js')) as {
      readonly default: PrecompiledForm;
    };
    const check = module.validators.form?.validators.root;
    expect(module.form.types.map(({ key }) => key)).toEqual(['form']);
    expect(check?.({ full_name: 'Ada' })).toBe(true);
    expect(check?.({ full_name: '😀😀😀😀' })).toBe(true);
    expect(check?.({ full_name: 'Ada Marsh', mail: 'x' })).toBe(false);
    expect(check?.errors?.map(({ keyword }) => keyword)).toEqual(['maxLength', 'format']);
    const bundle = await build(
      config({
        build: { write: false, minify: false, lib: { entry: join(folder, 'main.js'), formats: ['es'] } },
      }),
    );
    const output = [bundle].flat().flatMap((one) => ('output' in one ? one.output : []));
    const code = output.map((one) => (one.type === 'chunk' ? one.code : '')).join('\n');
    expect(code).toContain('Your name');
    expect(code).not.toMatch(/new Function|\beval\b|\bfrom "|server\.rate-limit|office@school/);
  });

  it('reports each mistake with file, line, pointer and remedy, in development and when it builds', async () => {
    write(
      'wrong.json',
      '{\n  "schema": {\n    "type": "object",\n    "properties": { "a-b": { "type": "string" } }\n  },\n  "rule": []\n}\n',
    );
    write('wrong.js', "import form from './wrong.json?slipway';\nexport default form;");
    const server = await startServer();
    const inDevelopment = await reasonOf(server.ssrLoadModule('/wrong.js'));
    const inBuild = await reasonOf(
      build(config({ build: { write: false, rolldownOptions: { input: join(folder, 'wrong.js') } } })),
    );
    for (const message of [inDevelopment, inBuild]) {
      expect(message).toContain('wrong.json:4:28: a field cannot be called "a-b"');
      expect(message).toContain('(/schema/properties/a-b)');
      expect(message).toMatch(/wrong\.json:\d:\d+: unknown key "rule"; the nearest is "rules" \(\/rule\)/);
    }
  });

  it.each([
    ['{ "schema": ', 'broken.json:1:'],
    ['[]', 'this is no form: it has no "schema"'],
  ])('reports that %s is no form', async (text, reason) => {
    write('broken.json', text);
    const server = await startServer();
    expect(await reasonOf(server.ssrLoadModule('/broken.json?slipway'))).toContain(reason);
  });

  it('leaves other imports of JSON as they are', async () => {
    write('form.json', JSON.stringify(registration));
    const server = await startServer();
    const { schema } = await server.ssrLoadModule('/form.json');
    expect(schema).toEqual(registration.schema);
  });

  it('updates the modules of a form whose file was saved, also after mistakes', async () => {
    write('changed.json', JSON.stringify(registration));
    write('changed.js', "import form from './changed.json?slipway';\nexport default form.form.hash;");
    const server = await startServer();
    const { moduleGraph } = server.environments.ssr;
    const { default: before } = await server.ssrLoadModule('/changed.js');
    const file = `${folder}/changed.json`;
    const [plugin] = server.config.plugins.filter(({ name }) => name === 'slipway');
    const hook = plugin?.hotUpdate as unknown as (
      options: object,
    ) => readonly { readonly id: string | null }[];
    const updated = hook.call({ environment: server.environments.ssr } as never, { file, modules: [] });
    expect(updated.map(({ id }) => id)).toEqual([`\0slipway:${file}.js`]);
    write('changed.json', JSON.stringify({ ...registration, texts: { en: { 'send-message': 'Register' } } }));
    moduleGraph.invalidateAll();
    expect((await server.ssrLoadModule('/changed.js')).default).not.toBe(before);
    expect(
      hook.call({ environment: server.environments.ssr } as never, { file: 'other', modules: [] }),
    ).toBeUndefined();
  });
});
