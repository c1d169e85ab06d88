import { execFile } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Plant {
  readonly layer: string;
  readonly line: string;
  /** The code of the compiler's error; absent where the line is allowed. */
  readonly error?: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const layers = projectsOf(join(root, 'tsconfig.json')).filter((layer) => layer !== 'test');

const outsideProject = 'TS6307';

const ranks = ['schemas', 'engine', 'widgets'];
const rankOf = (layer: string): number => (ranks.includes(layer) ? ranks.indexOf(layer) : ranks.length);

/** `src/contact` is a library: these programs draw its component. */
const embedders = ['src/site', 'src/studio'];

/** Shows developers what visitors see, and has the studio's editor try it out; nothing of it is built. */
const gallery = { layer: 'src/gallery', drawsOn: ['src/studio', 'src/contact'] };

/** Hands on what all the others are made of. */
const packer = 'src/package';

/** What a server hands over is described where it is drawn: of these it imports types, and loads nothing. */
const describedIn: Readonly<Record<string, readonly string[]>> = {
  'src/server': ['src/contact', 'src/site', 'src/studio'],
};

/** schemas <- engine <- widgets <- src/*, apart from what programs build on. */
function mayImport(from: string, to: string): boolean {
  const embeds = to === 'src/contact' && embedders.includes(from);
  const shows = from === gallery.layer && gallery.drawsOn.includes(to);
  const packs = from === packer && to.startsWith('src/') && to !== gallery.layer;
  return rankOf(to) < rankOf(from) || embeds || shows || packs || mayName(from, to);
}

function mayName(from: string, to: string): boolean {
  return describedIn[from]?.includes(to) ?? false;
}

const imports: readonly Plant[] = layers.flatMap((layer) =>
  layers
    .filter((other) => other !== layer)
    .map((other) => ({
      layer,
      line: `export { planted } from '${addressOf(other, layer)}';`,
      ...(mayImport(layer, other) ? {} : { error: outsideProject }),
    })),
);

const disguised: readonly Plant[] = [
  { layer: 'engine', line: "export type { Planted } from '#widgets/deep.ts';", error: outsideProject },
  { layer: 'engine', line: "export const late = import('../widgets/late.ts');", error: outsideProject },
  { layer: 'src/server', line: "export type { Planted } from '../cli/deep.ts';", error: outsideProject },
  { layer: 'src/cli', line: "export type { Planted } from '../contact/deep.ts';", error: outsideProject },
  { layer: 'src/server', line: "export type { Planted } from '../contact/deep.ts';" },
  { layer: 'src/server', line: "export type { Planted } from '../site/deep.ts';" },
];

const worlds: readonly Plant[] = [
  { layer: 'engine', line: 'export const held = document.title;', error: 'TS2584' },
  { layer: 'engine', line: 'export const held = window.location;', error: 'TS2304' },
  { layer: 'engine', line: 'export const held = fetch;', error: 'TS2304' },
  { layer: 'engine', line: 'export const held = process.env;', error: 'TS2591' },
  { layer: 'engine', line: "export { readFileSync } from 'node:fs';", error: 'TS2591' },
  { layer: 'src/server', line: 'export const held = document.title;', error: 'TS2584' },
  { layer: 'widgets', line: 'export const held = document.title;' },
  { layer: 'src/server', line: 'export const held = process.version;' },
];

const plants = [...imports, ...disguised, ...worlds].map((plant, at) => ({
  ...plant,
  file: `${plant.layer}/planted-${at}.ts`,
}));

// The project's own configuration, around layers that hold one line each: what it refuses does not depend on theirs.
describe('the compiler', () => {
  let folder = '';
  let before: string;
  let after: string;

  beforeAll(async () => {
    folder = await emptyProject();
    before = await compile(folder);
    for (const { file, line } of plants) await writeFile(join(folder, file), `${line}\n`);
    after = await compile(folder);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has nothing to say before anything is planted', () => {
    expect(before).toBe('');
  });

  it.each(plants.filter((plant) => plant.error))('refuses in $layer: $line', ({ file, error }) => {
    expect(errorsIn(after, file)).toContain(error);
  });

  it.each(plants.filter((plant) => !plant.error))('allows in $layer: $line', ({ file }) => {
    expect(errorsIn(after, file)).toEqual([]);
  });

  it('knows every folder that holds sources', () => {
    const folders = [
      'schemas',
      'engine',
      'widgets',
      ...readdirSync(join(root, 'src')).map((name) => `src/${name}`),
    ];
    expect(layers.toSorted()).toEqual(folders.toSorted());
  });
});

describe('a program that imports the types of another', () => {
  it.each(Object.entries(describedIn))('%s loads nothing of %j', (layer, others) => {
    const files = globSync(`${layer}/**/*.{ts,tsx}`, { cwd: root }).filter(
      (file) => !file.includes('.test.'),
    );
    expect(files.length).toBeGreaterThan(0);
    const loaded = files.flatMap((file) =>
      loadedBy(readFileSync(join(root, file), 'utf8')).map((path) => join(dirname(file), path)),
    );
    expect(loaded.filter((path) => others.some((other) => path.startsWith(`${other}/`)))).toEqual([]);
  });

  it.each([
    "export { planted } from '../contact/index.ts';",
    "import { planted } from '../contact/index.ts'; export const held = planted;",
    "import { type Planted, planted } from '../contact/index.ts'; export const held: Planted = planted;",
    "import '../contact/index.ts';",
    "export const late = import('../contact/index.ts');",
  ])('loads it by: %s', (line) => {
    expect(loadedBy(line)).toEqual(['../contact/index.ts']);
  });

  it.each([
    "export type { Planted } from '../contact/index.ts';",
    "import type { Planted } from '../contact/index.ts'; export const held: Planted = 1;",
    "export const held: import('../contact/index.ts').Planted = 1;",
  ])('does not by: %s', (line) => {
    expect(loadedBy(line)).toEqual([]);
  });
});

/** The relative paths that a module loads when it runs: what is left of its imports once the types are gone. */
function loadedBy(source: string): string[] {
  const running = stripTypeScriptTypes(source, { mode: 'strip' });
  return [...running.matchAll(/(?:from|import)\s*\(?\s*(['"])(\..*?)\1/g)].map((match) => match[2] ?? '');
}

function projectsOf(config: string): string[] {
  const { references } = JSON.parse(readFileSync(config, 'utf8')) as { references: { path: string }[] };
  return references.map(({ path }) => path);
}

/** How one layer names another: by `#name` where package.json has it, else by its path. */
function addressOf(layer: string, from: string): string {
  return ranks.includes(layer) ? `#${layer}` : `${relative(from, layer)}/index.ts`;
}

/** A temporary project with the real configuration, whose every layer exports one constant and one type. */
async function emptyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-layers-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const file of ['package.json', 'tsconfig.json', 'tsconfig.base.json']) {
    await copyFile(join(root, file), join(folder, file));
  }
  for (const layer of [...layers, 'test']) {
    await mkdir(join(folder, layer), { recursive: true });
    await copyFile(join(root, layer, 'tsconfig.json'), join(folder, layer, 'tsconfig.json'));
    for (const file of ['index.ts', 'deep.ts', 'late.ts']) {
      await writeFile(join(folder, layer, file), 'export const planted = 1;\nexport type Planted = 1;\n');
    }
  }
  return folder;
}

/** What `tsc -b` prints: nothing where everything compiles. */
function compile(cwd: string): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((done) => {
    execFile(process.execPath, [tsc, '-b', '--pretty', 'false'], { cwd }, (_error, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
}

/** The codes of the errors that stand in one file. */
function errorsIn(printed: string, file: string): string[] {
  const lines = printed.split('\n').filter((line) => line.startsWith(`${file}(`));
  return lines.map((line) => line.match(/error (TS\d+)/)?.[1] ?? line);
}
