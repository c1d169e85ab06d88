import { builtinModules } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFrozenDocuments } from '../support/forms.ts';
import { buildPackage, installPackage, type PackageHost } from './installed.ts';

let host: PackageHost;
beforeAll(async () => {
  host = await installPackage(await buildPackage());
});
afterAll(() => host?.remove());

describe('slipway/engine', () => {
  it('compiles, resolves, judges and explains with nothing of Node and nothing of a page', async () => {
    host.write('engine.js', program);
    // A realm with the language and TextEncoder only, which every runtime has: no process, require, console,
    // URL or timers.
    const realm = createContext({ TextEncoder, given: JSON.stringify(readFrozenDocuments()) });
    expect(runInContext('typeof process + typeof require + typeof URL', realm)).toBe(
      'undefinedundefinedundefined',
    );
    runInContext(await bundled(host), realm);
    const { fields, problems, explanation } = JSON.parse(runInContext('tried', realm));
    expect(fields).toContain('message');
    expect(problems).toEqual([
      { field: 'email', code: 'required' },
      { field: 'message', code: 'required' },
    ]);
    expect(explanation).toContain('Before this can be sent:');
  });
});

/**
 * Bundles a program with its imports.
 * @throws If one is a Node module.
 */
async function bundled({ folder }: PackageHost): Promise<string> {
  const noBuiltins = {
    name: 'no-builtins',
    enforce: 'pre' as const,
    resolveId(id: string, importer: string | undefined) {
      if (id.startsWith('node:') || builtinModules.includes(id)) throw new Error(`${importer} imports ${id}`);
    },
  };
  const made = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [noBuiltins],
    build: {
      write: false,
      lib: { entry: 'engine.js', formats: ['iife'], name: 'engine' },
    },
  });
  const [bundle] = Array.isArray(made) ? made : [made];
  const [chunk] = bundle && 'output' in bundle ? bundle.output : [];
  if (chunk === undefined) throw new Error('The engine was not bundled');
  return chunk.code;
}

const program = `
import { compile, compileSchemas, explain, judgeSubmitted, resolve, situationOf } from 'slipway/engine';

const documents = JSON.parse(globalThis.given);
const compiled = compile(documents);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
const { form } = compiled;
const office = { id: 14, name: 'Salcombe', email: 'salcombe@yard.example', services: ['general'] };
const situation = situationOf({
  site: { id: 1, domain: 'www.example' },
  enquiryTypes: [{ id: 3, name: 'general' }],
  offices: [office],
  allOffices: [office],
  eventTitles: { state: 'ready', titles: [] },
  locale: 'en',
  today: '2026-01-01',
  entered: {},
});
const plan = resolve(form, situation);
const submitted = { enquiry_type: plan.type.id, office_location: 14, name: 'Ada' };
const { problems } = judgeSubmitted({ form, compiledOf: compileSchemas(form).compiledOf, situation, submitted });
const explanation = explain({ form, documents, plan, problems });
globalThis.tried = JSON.stringify({ fields: plan.fields.map(({ name }) => name), problems, explanation });
`;
