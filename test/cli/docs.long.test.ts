import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storedDataCommands } from '../../src/cli/commands/stored-data.ts';
import { type DocsBlock, parseCommands, readDocsBlocks } from './docs-blocks.ts';
import { copyForms, repositoryRoot, runSlipway } from './run-cli.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape are merged here.
type Doc = any;

const documents = readdirSync(join(repositoryRoot, 'docs')).filter((file) => file.endsWith('.md'));
/**
 * Generated pages, and those that need the package (`test/package/getting-started.long.test.ts`), a running
 * server (`test/server/forms-in-git.long.test.ts`) or a machine (`deployment.long.test.ts`).
 */
const aside: readonly string[] = ['reference.md', 'getting-started.md', 'forms-in-git.md', 'deployment.md'];
const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  readonly scripts: Record<string, string>;
};

describe('the docs', () => {
  it.each(documents.filter((file) => !aside.includes(file)))(
    '%s is true, followed to the letter',
    async (file) => {
      const folder = await copyForms();
      await cp(join(repositoryRoot, 'src/site/content'), join(folder, 'src/site/content'), {
        recursive: true,
      });
      await mkdir(join(folder, 'engine/generated'), { recursive: true });
      let message = '';
      for (const block of readDocsBlocks(file)) {
        const where = `docs/${file}:${block.line}`;
        if (block.language === 'json') await applied(block, folder);
        if (block.language === 'sh') message = await run(block, folder, where);
        if (block.language === 'text')
          for (const line of block.text.trimEnd().split('\n')) expect(message, where).toContain(line);
      }
    },
    // A file has up to ten commands, each of which checks all forms.
    600_000,
  );
});

describe('docs/own-back-end.md', () => {
  it('has a component that type-checks, and examples/back-end-node answers both operations, a repeat like the first', async () => {
    const [component] = readDocsBlocks('own-back-end.md').filter(({ language }) => language === 'tsx');
    // Inside the project, so that imports find its packages.
    await mkdir(join(repositoryRoot, '.cache'), { recursive: true });
    const folder = await mkdtemp(join(repositoryRoot, '.cache/own-back-end-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await cp(join(repositoryRoot, 'examples/back-end-node/server.ts'), join(folder, 'server.ts'));
    await writeFile(join(folder, 'contact.tsx'), component?.text ?? '');
    await writeFile(
      join(folder, 'theme.d.ts'),
      "declare module 'slipway/theme.css';\ndeclare module '*&url' { const url: string; export default url; }",
    );
    await runSlipway(['types', '--out', join(folder, 'forms.gen.ts')]);
    await runSlipway(['graphql', '--out', join(folder, 'schema.graphql')]);
    await typeCheck(folder);
    const ask = await started(folder);
    const titles = await ask({
      query: 'query getFutureEventTitles($domain: String!) { getFutureEventTitles(domain: $domain) }',
      variables: { domain: 'yard.example' },
    });
    expect(titles).toEqual({ data: { getFutureEventTitles: ['Open day of yard.example'] } });
    const { out: operations } = await runSlipway(['graphql', '--operations']);
    const enquiry = {
      domain: 'yard.example',
      submission_url: 'https://yard.example/',
      enquiry_type: 3,
      upload: [],
      name: 'Ann Berry',
    };
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask(
        { query: operations, operationName: 'sendContactUs', variables: enquiry },
        { 'Idempotency-Key': 'once' },
      );
      expect(answer).toEqual({ data: { sendContactUs: { success: true } } });
    }
  });
});

async function applied({ marks, text }: DocsBlock, folder: string): Promise<void> {
  const value = JSON.parse(text) as Doc;
  if (marks.new !== undefined) {
    const path = join(folder, marks.new);
    expect(existsSync(path), `${marks.new} is new`).toBe(false);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  if (marks.add !== undefined) await changed(join(folder, marks.add), (before) => merged(before, value));
  if (marks.rule !== undefined) {
    await changed(join(folder, 'schemas/rules.json'), ({ rules, ...rest }) => ({
      ...rest,
      rules:
        marks.rule === ''
          ? [...rules, value]
          : rules.map((rule: Doc) => (rule.id === marks.rule ? value : rule)),
    }));
  }
  if (marks.scenario !== undefined) {
    await changed(join(folder, 'schemas/scenarios.json'), ({ scenarios, ...rest }) => {
      const isThere = scenarios.some(({ name }: Doc) => name === value.name);
      expect(isThere, `“${value.name}” is there`).toBe(true);
      return { ...rest, scenarios: scenarios.map((one: Doc) => (one.name === value.name ? value : one)) };
    });
  }
}

async function changed(path: string, change: (before: Doc) => Doc): Promise<void> {
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8'))), null, 2));
}

/** Applies the docs' "add": entries are appended to lists, and keys are merged into objects. */
function merged(before: Doc, added: Doc): Doc {
  if (Array.isArray(before)) return [...before, ...added];
  if (typeof before !== 'object' || before === null) return added;
  const entries = Object.entries(added).map(([key, value]) => [
    key,
    key in before ? merged(before[key], value) : value,
  ]);
  return { ...before, ...Object.fromEntries(entries) };
}

/** Runs the Slipway and copy commands of a block. Of the others it checks that such scripts exist. */
async function run(block: DocsBlock, cwd: string, where: string): Promise<string> {
  let message = '';
  for (const command of parseCommands(block)) {
    const [program = '', ...words] = command.filter((word, at) => at > 0 || !/^[A-Z_]+=/.test(word));
    // `test/package` starts the program; here its commands are only looked up.
    if (program === 'npx' && words[0] === 'slipway-server') {
      expect(['', ...Object.keys(storedDataCommands)], where).toContain(words[1] ?? '');
      continue;
    }
    if (program === 'cp') {
      const [from = '', to = ''] = words.filter((word) => !word.startsWith('-'));
      await cp(join(cwd, from), join(cwd, to), { recursive: true });
      continue;
    }
    const script = program === 'npm' ? scriptOf(words) : undefined;
    const own = program === 'npx' && words[0] === 'slipway' ? words.slice(1) : slipwayScript(script);
    if (own === undefined) {
      expect(script ?? program, where).toSatisfy(
        (name: string) => ['ci', 'install'].includes(name) || name in scripts,
      );
      continue;
    }
    const { code, out, err } = await runSlipway(own, { cwd });
    message += out + err;
    expect({
      where,
      words: own.join(' '),
      code,
      ...(code !== Number(block.marks.exit ?? 0) && { message }),
    }).toEqual({ where, words: own.join(' '), code: Number(block.marks.exit ?? 0) });
  }
  return message;
}

function scriptOf(words: readonly string[]): string | undefined {
  const [first, ...rest] = words.filter((word) => !word.startsWith('--'));
  return first === 'run' ? rest[0] : first;
}

function slipwayScript(script: string | undefined): readonly string[] | undefined {
  const command = script === undefined ? undefined : scripts[script];
  return command?.startsWith('node src/cli/run.ts ') && !command.includes('&&')
    ? command.split(' ').slice(2)
    : undefined;
}

async function typeCheck(folder: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    jsx: 'react-jsx',
    noUncheckedSideEffectImports: false,
    paths: { 'slipway/react': [join(repositoryRoot, 'src/package/react.ts')] },
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }),
  );
  const message = await promisify(execFile)(join(repositoryRoot, 'node_modules/.bin/tsc'), [
    '-p',
    folder,
  ]).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
  expect(message).toBe('');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

type Ask = (body: object, headers?: Readonly<Record<string, string>>) => Promise<unknown>;

/** Starts the server of a folder on its own port, and returns a function that sends requests to it. */
async function started(folder: string): Promise<Ask> {
  const port = await freePort();
  const server = spawn(process.execPath, [join(folder, 'server.ts')], {
    env: { ...process.env, PORT: String(port) },
  });
  onTestFinished(() => void server.kill());
  await once(server.stdout, 'data');
  return async (body, headers = {}) => {
    const answer = await fetch(`http://localhost:${port}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
}
