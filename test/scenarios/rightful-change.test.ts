import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape are changed here.
type Doc = any;

/** Every test that reads the forms that ship, and those that once did. */
const suites = ['engine/compile', 'engine/resolve', 'test/cli/exports', 'test/languages', 'test/scenarios'];

describe('a product owner who gives the sales form another field', () => {
  it('breaks no test', async () => {
    const folder = await copyOfProject();
    await addField(join(folder, 'schemas'));
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const words = ['run', '--project', 'unit', '--exclude', '**/rightful-change.test.ts', ...suites];
    const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env;
    const outcome = await promisify(execFile)(process.execPath, [vitest, ...words], {
      cwd: folder,
      env,
    }).then(
      () => 'passed',
      (error: { readonly stdout: string; readonly stderr: string }) => error.stdout + error.stderr,
    );
    expect(outcome).toBe('passed');
  });
});

/** The sources, all but pictures, in a folder of their own. */
async function copyOfProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-change-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const part of ['schemas', 'engine', 'widgets', 'src', 'test'])
    await cp(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !['references', 'public'].includes(basename(path)),
    });
  for (const file of ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'vite.config.ts'])
    await cp(join(root, file), join(folder, file));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** How many years somebody has sailed: asked after sales abroad, where it has to be told. */
async function addField(schemas: string): Promise<void> {
  const change = async (file: string, changed: (before: Doc) => Doc) => {
    const path = join(schemas, file);
    await writeFile(path, JSON.stringify(changed(JSON.parse(await readFile(path, 'utf8')))));
  };
  await change('forms/sales/schema.json', (schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      years_afloat: { title: 'Years afloat', description: 'Whole years.', type: 'string', maxLength: 3 },
    },
    examples: schema.examples.map((example: Doc) => ({ ...example, years_afloat: '12' })),
  }));
  await change('forms/sales/ui.json', (ui) => ({ ...ui, 'ui:order': [...ui['ui:order'], 'years_afloat'] }));
  const labels: Readonly<Record<string, readonly [label: string, required: string]>> = {
    en: ['Years afloat', 'Tell us how many years you have sailed'],
    de: ['Jahre auf See', 'Sagen Sie uns, wie viele Jahre Sie segeln'],
    fr: ['Années en mer', 'Dites-nous depuis combien d’années vous naviguez'],
    ar: ['سنوات الإبحار', 'أخبرنا منذ كم سنة تبحر'],
  };
  for (const [locale, [label, required]] of Object.entries(labels))
    await change(`texts/${locale}.json`, (texts) => ({
      ...texts,
      'fields.years_afloat.label': label,
      'fields.years_afloat.problems.required': required,
    }));
  const onSales = { '==': [{ var: 'type' }, 'sales'] };
  const abroad = { var: 'site.isInternational' };
  await change('rules.json', ({ rules, ...rest }) => ({
    ...rest,
    rules: [
      ...rules,
      {
        id: 'years-afloat-at-home',
        description: 'At home nobody is asked how long they have sailed.',
        when: { and: [onSales, { '!': abroad }] },
        then: { hide: ['years_afloat'] },
      },
      {
        id: 'years-afloat-abroad',
        description: 'Abroad a sales office wants to know how long somebody has sailed.',
        when: { and: [onSales, abroad] },
        then: { require: ['years_afloat'] },
      },
    ],
  }));
  await change('scenarios.json', ({ scenarios, ...rest }) => ({
    ...rest,
    scenarios: [
      ...scenarios,
      {
        name: 'Abroad a sales enquiry tells how long somebody has sailed',
        on: { type: 'sales', international: true },
        expect: { shown: ['years_afloat'], required: ['years_afloat'] },
      },
      {
        name: 'At home it does not ask',
        on: { type: 'sales' },
        expect: { hidden: ['years_afloat'] },
      },
    ],
  }));
}
