import type { Documents, Form, FormType, Situation, Values } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { precompile } from '../validators/precompile.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';

/** The frozen documents (see test/support/forms.ts) for tests in a browser, by path below `schemas/`. */
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

/**
 * Compiles the frozen documents with changes: a document replaces that of the same path, undefined removes
 * it. Throws an error with all problems if they do not compile.
 */
export function compileFrozenForm(changes: Readonly<Record<string, unknown>> = {}): Form {
  return compileOrThrow(mergeTestDocuments(changes));
}

/** Returns the compiled form. Throws an error with all problems if there are some. */
function compileOrThrow(all: Documents): Form {
  const compiled = compile(all);
  if (compiled.ok) return compiled.form;
  throw new Error(
    compiled.problems.map(({ file, pointer, reason }) => `${file}#${pointer}: ${reason}`).join('\n'),
  );
}

/** Returns the frozen documents with changes. A change replaces the whole document; undefined removes it. */
function mergeTestDocuments(changes: Readonly<Record<string, unknown>>): Documents {
  const changed = Object.entries({ ...documents, ...changes });
  return Object.fromEntries(changed.filter(([, document]) => document !== undefined));
}

/**
 * Compiles a form with one enquiry type of the given schema: `createTestForm({properties: {guests: {type:
 * 'integer'}}})`. The parameters are those of `createTestDocuments`. Throws an error with all problems if it
 * does not compile.
 */
export function createTestForm(...given: Parameters<typeof createTestDocuments>): Form {
  return compileOrThrow(createTestDocuments(...given));
}

/**
 * Returns the frozen documents with one enquiry type, `sample`, instead of all others, and without rules and
 * scenarios. The first field shows the message of a failed send.
 * @param schema The JSON Schema of the type; `$schema` and `type` can be omitted.
 * @param ui The UI schema of the type.
 * @param more Further documents, which replace those of the same path; texts are added to the frozen ones.
 */
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

/** Returns the documents with the frozen texts added to each document of texts, whose own texts win. */
function mergeTexts(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(changes).map(([file, document]) => [
      file,
      file.startsWith('texts/') ? { ...(documents[file] as object), ...(document as object) } : document,
    ]),
  );
}

const draft = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Returns a function that returns the validators of an enquiry type by its key; undefined for an unknown key.
 * It compiles the schema of a type at the first call for it.
 */
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

/**
 * Returns the situation of a page of an ordinary site, with two offices, all enquiry types of a form and
 * nothing entered. `changes` replace whole properties.
 */
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
