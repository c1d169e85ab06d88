import type { Documents, Form, FormType, Situation, Values } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { precompile } from '../validators/precompile.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';

/** The documents under `schemas/`, as tests in a browser find them. */
export const documents: Documents = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, unknown>>('../../schemas/**/*.json', { eager: true, import: 'default' }),
  ).flatMap(([path, document]) =>
    path.endsWith('tsconfig.json') ? [] : [[path.replace('../../schemas/', ''), document]],
  ),
);

/** The form of some documents; throws with every problem that they have. */
export function compiledForm(changes: Readonly<Record<string, unknown>> = {}): Form {
  const compiled = compile({ ...documents, ...changes });
  if (compiled.ok) return compiled.form;
  throw new Error(
    compiled.problems.map(({ file, pointer, reason }) => `${file}#${pointer}: ${reason}`).join('\n'),
  );
}

/** A form whose one enquiry type has the given schema: `formOf({properties: {guests: {type: 'integer'}}})`. */
export function formOf(schema: Record<string, unknown>, ui: Record<string, unknown> = {}): Form {
  return compiledForm({
    'enquiry-types.json': { enquiryTypes: [{ id: 1, key: 'sample', folder: 'sample' }] },
    'rules.json': { rules: [] },
    'scenarios.json': { scenarios: [] },
    'forms/sample/schema.json': {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      ...schema,
    },
    'forms/sample/ui.json': ui,
    ...Object.fromEntries(
      Object.keys(documents).flatMap((file) => (file.startsWith('forms/') ? [[file, undefined]] : [])),
    ),
  });
}

/** The validators of each type of a form, by its key. */
export function validatorsOf({ types }: Form): (key: string | undefined) => ValidatorModule | undefined {
  const modules = new Map<string, ValidatorModule>();
  return (key) => {
    const type: FormType | undefined = types.find((candidate) => candidate.key === key);
    if (type === undefined) return undefined;
    const module = modules.get(type.key) ?? precompile(type).evaluate();
    modules.set(type.key, module);
    return module;
  };
}

/** A page of a site that is nothing special, with one office, and every enquiry type that a form has. */
export function situationOf(
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
