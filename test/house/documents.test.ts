import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
].filter((file) => file.endsWith('.md'));

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Returns the headings of a document, without those in fences. */
function headingsOf(file: string): readonly string[] {
  const text = read(file).replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

/** Returns GitHub's anchor: `anchorOf("A submission's way") // 'a-submissions-way'`. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
}

describe('documents', () => {
  it.each(documents)('%s links to what there is', (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
    const broken = links.flatMap(([, path = '', anchor]) => {
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(join(root, target))) return [target];
      return anchor === undefined || headingsOf(target).map(anchorOf).includes(anchor)
        ? []
        : [`${target}#${anchor}`];
    });
    expect(broken).toEqual([]);
  });

  it('name in the walk through the code what stands there: `resolve` (`engine/resolve/resolve.ts`)', () => {
    const steps = [
      ...read('docs/architecture.md').matchAll(/((?:`[\w.]+`(?:, )?)+) \(`([\w./-]+\.tsx?)`\)/g),
    ];
    const missing = steps.flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/`([\w.]+)`/g)].flatMap(([, name = '']) =>
        existsSync(join(root, file)) && new RegExp(`\\b${name}\\b`).test(read(file))
          ? []
          : [`${name}: ${file}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('are all named in the README, decisions in their own', () => {
    const named = { '': read('README.md'), 'docs/decisions/': read('docs/decisions/README.md') };
    const missing = documents.filter((file) => {
      const folder = /^docs\/decisions\/(?!README)/.test(file) ? 'docs/decisions/' : '';
      return file !== 'README.md' && !named[folder].includes(`(${file.slice(folder.length)})`);
    });
    expect(missing).toEqual([]);
  });

  it('have one decision a file, in at most 300 words', () => {
    const decisions = documents.filter((file) => /^docs\/decisions\/(?!README)/.test(file));
    const parts = ['Context.', 'Decision.', 'Consequences.'].map((part) => `**${part}**`);
    const odd = decisions.filter(
      (file) => read(file).split(/\s+/).length > 300 || !parts.every((part) => read(file).includes(part)),
    );
    expect(decisions.length).toBeGreaterThan(50);
    expect(odd).toEqual([]);
  });

  it('tell first of the version that this is', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    const [newest] = headingsOf('CHANGELOG.md').filter((heading) => /^\d/.test(heading));
    expect(newest).toBe(version);
  });

  it('say of each dependency why it is there, once', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Readonly<
      Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
    >;
    const [, table = ''] = read('README.md').split('## Why each dependency is there');
    const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    // Types and plugins of Vitest are documented with their package.
    const wanted = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !/^@types\/|^@vitest\/|^vitest-browser/.test(name),
    );
    expect(named.toSorted()).toEqual(wanted.toSorted());
  });
});

/** Joins the wrapped lines of comments. */
function onOneLine(file: string): string {
  return read(file).replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
}

describe('comments', () => {
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.json', '*.html'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('documents.test.ts') && existsSync(join(root, file)));

  it('cite documents and headings that there are: docs/behaviour.md, "Photos"', () => {
    const broken = sources.flatMap((file) => {
      return [...onOneLine(file).matchAll(/docs\/[\w/-]+\.md(?:, ((?:"[^"]+"(?:, | and )?)+))?/g)].flatMap(
        ([citation, headings]) => {
          const [document = ''] = citation.split(',');
          if (!existsSync(join(root, document))) return [`${file}: ${document}`];
          const known = headingsOf(document);
          return [...(headings ?? '').matchAll(/"([^"]+)"/g)].flatMap(([, heading = '']) =>
            known.includes(heading) ? [] : [`${file}: ${document}, "${heading}"`],
          );
        },
      );
    });
    expect(broken).toEqual([]);
  });

  it('cite nothing that the repository does not hold: a specification, an issue', () => {
    const other =
      /\((?:specification|contract|design|decisions)[,:)]|\bthe (?:specification|contract)\b|\bissue "|\bspecification, section/i;
    expect(sources.filter((file) => other.test(onOneLine(file)))).toEqual([]);
  });
});
