import type { Documents, Form, FormType, Situation, Values } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { precompile } from '../validators/precompile.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';

/** The frozen documents (see test/support/forms.ts) for tests in a browser. */
export const documents: Documents = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, unknown>>(
      ['../../test/support/frozen/**/*.json', '../../schemas/meta/*.json'],
      {
        eager: true,
        import: 'default',
      },
    ),
  ).map(([path, document]) => [path.replace(/^.*\/(?:frozen|schemas)\//, ''), document]),
);

/** Compiles the frozen documents with changes. Throws an error with all problems. */
export function compileFrozenForm(changes: Readonly<Record<string, unknown>> = {}): Form {
  return compileOrThrow(mergeTestDocuments(changes));
}

function compileOrThrow(all: Documents): Form {
  const compiled = compile(all);
  if (compiled.ok) return compiled.form;
  throw new Error(
    compiled.problems.map(({ file, pointer, reason }) => `${file}#${pointer}: ${reason}`).join('\n'),
  );
}

function mergeTestDocuments(changes: Readonly<Record<string, unknown>>): Documents {
  const changed = Object.entries({ ...documents, ...changes });
  return Object.fromEntries(changed.filter(([, document]) => document !== undefined));
}

/**
 * Compiles a form with one enquiry type of the given schema: `createTestForm({properties: {guests: {type:
 * 'integer'}}})`. `more` contains its other documents.
 */
export function createTestForm(...given: Parameters<typeof createTestDocuments>): Form {
  return compileOrThrow(createTestDocuments(...given));
}

export function createTestDocuments(
  schema: { readonly properties?: object } & Readonly<Record<string, unknown>>,
  ui: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
): Documents {
  const others = Object.keys(documents).filter((file) => file.startsWith('forms/'));
  const [failureField = 'name'] = Object.keys(schema.properties ?? {});
  return mergeTestDocuments({
    ...Object.fromEntries(others.map((file) => [file, undefined])),
    'enquiry-types.json': { enquiryTypes: [{ id: 1, key: 'sample', folder: 'sample' }] },
    'rules.json': { rules: [] },
    'scenarios.json': { scenarios: [] },
    'settings.json': { ...(documents['settings.json'] as object), failureField },
    'forms/sample/schema.json': { $schema: draft, type: 'object', ...schema },
    'forms/sample/ui.json': ui,
    ...mergeTexts(more),
  });
}

function mergeTexts(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(changes).map(([file, document]) => [
      file,
      file.startsWith('texts/') ? { ...(documents[file] as object), ...(document as object) } : document,
    ]),
  );
}

const draft = 'https://json-schema.org/draft/2020-12/schema';

export function createTestValidators({
  types,
}: Form): (key: string | undefined) => ValidatorModule | undefined {
  const modules = new Map<string, ValidatorModule>();
  return (key) => {
    const type: FormType | undefined = types.find((candidate) => candidate.key === key);
    if (type === undefined) return undefined;
    const module = modules.get(type.key) ?? precompile(type).evaluate();
    modules.set(type.key, module);
    return module;
  };
}

/** Returns the situation of a page of an ordinary site, with two offices and all enquiry types of a form. */
export function createTestSituation(
  form: Form,
  changes: Partial<Situation> = {},
): Omit<Situation, 'entered'> & { entered: Values } {
  const offices = [
    {
      id: 'poole',
      name: 'Poole',
      title: 'Sales',
      email: 'x',
      services: ['general', 'sales', 'service'],
      site: { id: 1 },
    },
    { id: 12, name: 'Cannes', email: 'x', services: ['general'], site: { id: 1 } },
  ];
  return {
    site: { id: 1, domain: 'slipway.example' },
    page: {},
    content: {
      offices,
      allOffices: offices,
      enquiryTypes: form.types.map(({ id, key }) => ({ id, name: key })),
      yachtModels: [{ name: 'Kestrel 38' }, { name: 'Osprey 52' }],
      eventTitles: { state: 'ready', titles: ['Southampton', 'Cannes'] },
    },
    locale: 'en',
    today: '2026-11-21',
    entered: {},
    ...changes,
  };
}
