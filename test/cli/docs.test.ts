import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../../src/cli/commands/index.ts';
import { formatCommandHelp } from '../../src/command/help.ts';
import { variables } from '../../src/server/platform/config/variables.ts';
import { formatApiPage } from '../support/api-page.ts';
import { repositoryRoot, runSlipway } from './run-cli.ts';

const documents = readdirSync(join(repositoryRoot, 'docs')).filter((file) => file.endsWith('.md'));

describe('the docs', () => {
  it('have a reference that is up to date', async () => {
    expect(await runSlipway(['reference', '--out', 'docs/reference.md', '--check'])).toMatchObject({
      code: 0,
    });
  });

  it('have the functions of the package as they are declared', async () => {
    const declarations = await readFile(join(repositoryRoot, 'test/package/api.gen.txt'), 'utf8');
    await expect(formatApiPage(declarations)).toMatchFileSnapshot(join(repositoryRoot, 'docs/api.md'));
  });

  it('name files that there are', async () => {
    for (const file of documents) {
      const text = await readFile(join(repositoryRoot, 'docs', file), 'utf8');
      for (const [, path = ''] of text.matchAll(/`((?:schemas|src|engine|widgets|test)\/[\w./-]+)`/g)) {
        if (!/charter|nl\.json/.test(path))
          expect(existsSync(join(repositoryRoot, path)), `${file}: ${path}`).toBe(true);
      }
    }
  });
});

describe('the commands of the docs', () => {
  const pages = [
    ...documents.map((file) => `docs/${file}`),
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'deploy/slipway.env.example',
    ...readdirSync(join(repositoryRoot, 'examples')).map((name) => `examples/${name}/README.md`),
  ].filter((page) => existsSync(join(repositoryRoot, page)));

  it.each(pages)('of %s run in a shell whose Node is 20', async (page) => {
    expect(strayCommands(await readFile(join(repositoryRoot, page), 'utf8'))).toEqual([]);
  });

  it('of the help of each command too', async () => {
    for (const command of await allCommands.loadAll())
      expect(strayCommands(formatCommandHelp(command))).toEqual([]);
  });

  it('are found where they run under another Node alone, or where npm writes beside them', () => {
    expect(strayCommands('`node src/server/main.ts`')).toHaveLength(1);
    expect(strayCommands('FOO=1 node --watch src/a.ts')).toHaveLength(1);
    expect(strayCommands('`npm run enquiries -- --csv > all.csv`')).toHaveLength(1);
    expect(strayCommands('`npm run enquiries -- --json`')).toHaveLength(1);
    expect(strayCommands('| to | `npm run enquiries --` |')).toHaveLength(1);
    expect(strayCommands('npm run enquiries -- --jsonl | jq .')).toHaveLength(1);
    expect(strayCommands('`npm run --silent enquiries -- --json > all.jsonl`')).toHaveLength(1);
    expect(strayCommands('npx node src/a.ts; node_modules/.bin/node src/a.ts; npm run enquiries')).toEqual(
      [],
    );
    expect(strayCommands('`npm run --silent enquiries -- --jsonl > all.jsonl`')).toEqual([]);
  });
});

/**
 * Returns the commands of a page that do not work for a reader: TypeScript run by the shell's own Node, and
 * `npm run` with output for a program, into which npm writes lines. The image of docs/deployment.md has Node
 * 24 only.
 */
function strayCommands(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const isInImage = /exec -T slipway node|^\| (see what has arrived|make a backup)/.test(line);
    const byShell = isInImage ? [] : line.match(/(?<!npx |[\w./-])node (?:--[\w=-]+ )*[\w./-]+\.ts\b/g);
    const piped = line.match(
      /npm run (?!--silent)[\w:-]+ --(?:` \|| [^`|>]*(?:--json\b|--jsonl\b|--csv\b|[>|]))/g,
    );
    const misnamed = line.match(/--json > [\w.-]+\.jsonl/g);
    return [...(byShell ?? []), ...(piped ?? []), ...(misnamed ?? [])];
  });
}

describe('the tables of the docs', () => {
  it.each(documents)('of %s have a head each, and no row beside them', async (file) => {
    const lines = (await readFile(join(repositoryRoot, 'docs', file), 'utf8')).split('\n');
    const starts = lines.flatMap((line, at) =>
      line.startsWith('|') && !lines[at - 1]?.startsWith('|') ? [at] : [],
    );
    const headless = starts.filter((at) => !/^\|( ?-+ ?\|)+$/.test(lines[at + 1] ?? ''));
    expect(headless.map((at) => `${file}:${at + 1}`)).toEqual([]);
  });
});

describe('docs/running.md', () => {
  it('names every variable that the server reads, and none besides', async () => {
    const text = await readFile(join(repositoryRoot, 'docs/running.md'), 'utf8');
    const [, table = ''] = /## Environment([\s\S]*?)\n## /.exec(text) ?? [];
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
    );
    const known = Object.values(variables).map(({ name }) => name);
    expect(named.sort()).toEqual([...known].sort());
    for (const { name, fallback } of Object.values(variables)) {
      if (typeof fallback === 'string' || typeof fallback === 'number') {
        const row = rows.find((line) => line.includes(`\`${name}\``));
        expect(row, name).toContain(`\`${String(fallback).replaceAll("'", '')}\``);
      }
    }
  });
});

describe('docs/theming.md', () => {
  it('names every property of the theme, and none besides', async () => {
    const propertiesOf = (text: string) =>
      [...new Set([...text.matchAll(/--sw-[\w-]+(?!-)/g)].map(([name]) => name.replace(/-$/, '')))].sort();
    const tokens = await readFile(join(repositoryRoot, 'widgets/theme/tokens.css'), 'utf8');
    const [, table = ''] =
      /## The properties([\s\S]*?)\n## /.exec(
        await readFile(join(repositoryRoot, 'docs/theming.md'), 'utf8'),
      ) ?? [];
    const set = [...tokens.matchAll(/^\s+(--sw-[\w-]+):/gm)].map(([, name]) => name ?? '');
    expect(propertiesOf(table)).toEqual([...new Set(set)].sort());
  });
});
