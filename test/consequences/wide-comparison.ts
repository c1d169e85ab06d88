import type { Form, FormType, Plan, Situation, Values } from '#engine';
import { resolve } from '#engine';
import { scenarioDocumentOf } from '#engine/check/index.ts';
import type { Consequence, Version } from '#engine/consequences/index.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import { situationOfWords } from '#engine/scenarios/index.ts';
import { oneOf, type Random } from './wide-changes.ts';

/** Something that is different in a situation, as plainly as it can be found. */
interface Seen {
  /** The key of the type; absent: of pages as they open. */
  readonly type?: string;
  readonly field?: string;
  readonly part: string;
}

const offices = [
  {
    id: 901,
    name: 'Poole',
    email: 'p@example.com',
    services: ['general', 'sales', 'service'],
    sortOrder: 2,
    site: { id: 1 },
  },
  {
    id: 902,
    name: 'Palma',
    email: 'q@example.com',
    services: ['sales'],
    sortOrder: 1,
    site: { id: 204, isInternational: true },
  },
  {
    id: 903,
    name: 'Brest',
    email: null,
    services: ['service'],
    site: { id: 305, exclude_from_international: true },
  },
  { id: 904, name: 'Cowes', email: 'r@example.com', services: [], site: { id: 119 } },
];

/** A situation such as visitors are in: any page with any content and any answers, of those that documents name. */
export function someSituation(random: Random, before: Form, after: Form): Situation {
  const own = random() < 0.5 ? before : after;
  const type = oneOf(random, own.types);
  const known = [
    ...after.types,
    ...before.types.filter(({ id }) => after.types.every((each) => each.id !== id)),
  ];
  const list = oneOf(random, [offices, offices, offices, [], offices.slice(0, 1), offices.slice(1, 3)]);
  const isAlone = random() < 0.8;
  const texts = JSON.stringify([before.rules, after.rules, before.types.map(({ schema }) => schema)]);
  const named = [...texts.matchAll(/"([^"\\]{1,40})"/g)].map(([, word]) => word ?? '');
  const words = [...new Set(['x', 'Ann', 'Osprey', ...named])];
  const eventTitle = oneOf(random, [null, null, 'Regatta']);
  return {
    site: { id: oneOf(random, ['1', '119', '204', '305']), domain: 'd', isInternational: random() < 0.4 },
    page: {
      ...oneOf(random, [{}, {}, { inModal: true }, { isForLanding: true }]),
      eventTitle,
      selectedOffice: random() < 0.3 ? oneOf(random, offices) : null,
    },
    content: {
      offices: list,
      allOffices: random() < 0.5 ? offices : list,
      enquiryTypes: (isAlone && type ? [type] : known).map(({ id, key }) => ({ id, name: key })),
      yachtModels: [{ name: 'Osprey' }, { name: 'Heron' }],
      eventTitles: oneOf(random, [
        { state: 'ready', titles: ['Open day', 'Regatta'] },
        { state: 'ready', titles: [] },
        { state: 'loading' },
      ] as const),
    },
    locale: oneOf(random, ['en', 'de', 'fr', 'ar']),
    today: oneOf(random, ['2027-01-10', '2027-02-01', '2027-03-01']),
    entered: someAnswers(random, type, words),
  };
}

function someAnswers(random: Random, type: FormType | undefined, words: readonly string[]): Values {
  const examples = Array.isArray(type?.schema.examples) ? type.schema.examples : [{}];
  const share = oneOf(random, [0, 0.2, 0.6]);
  const answers = Object.fromEntries(
    (type?.fields ?? []).flatMap(({ name, kind, choices }): readonly (readonly [string, unknown])[] => {
      if (random() > share) return [];
      if (choices && random() < 0.8) return [[name, oneOf(random, choices)]];
      if (kind === 'boolean') return [[name, random() < 0.7]];
      if (kind === 'integer' || kind === 'number')
        return [[name, oneOf(random, [0, 1, 2, 3, 4, 5, 9, 10, 150])]];
      return [[name, oneOf(random, words)]];
    }),
  );
  return { ...(random() < 0.3 ? oneOf(random, examples) : {}), ...answers };
}

/** What is different in a situation. Of answers whether they are taken is asked by the compiled schemas. */
export function differentIn(situation: Situation, before: Version, after: Version): readonly Seen[] {
  return differentBetween(resolve(before.form, situation), resolve(after.form, situation), before, after);
}

function differentBetween(one: Plan, other: Plan, before: Version, after: Version): readonly Seen[] {
  const found: Seen[] = [];
  if (one.isSectionShown !== other.isSectionShown) found.push({ part: 'section' });
  const [chosen, chosenNow] = [one, other].map(({ fields }) => fields[0]);
  const listed = (plan: Plan) => (plan.fields[0]?.options ?? []).map(({ value }) => String(value)).sort();
  const both = (plan: Plan) => plan.fields[0]?.visibility;
  if (one.isSectionShown || other.isSectionShown) {
    if (!isSameJson(listed(one), listed(other))) found.push({ part: 'offered' });
  }
  if (!one.isSectionShown || !other.isSectionShown) return found;
  if (both(one) !== both(other)) found.push({ field: 'enquiry_type', part: 'visibility' });
  const texts = (field: typeof chosen) => [field?.label, field?.hint, field?.placeholder];
  if (!isSameJson(texts(chosen), texts(chosenNow))) found.push({ field: 'enquiry_type', part: 'texts' });
  const [type, now] = [one.type, other.type];
  if (type === undefined || now === undefined || String(type.id) !== String(now.id)) {
    if (String(type?.id) !== String(now?.id)) found.push({ part: 'opens' });
    return found;
  }
  const add = (part: string, was: unknown, is: unknown, field?: string) => {
    if (!isSameJson(was ?? null, is ?? null)) found.push({ type: now.key, part, ...(field && { field }) });
  };
  add('submit', one.submitLabel, other.submitLabel);
  add('recipient', one.recipient, other.recipient);
  add('steps', type.steps, now.steps);
  add('links', type.links, now.links);
  const isDrawn = ({ visibility }: { readonly visibility: string }) => visibility !== 'hidden';
  const names = (plan: Plan, beside: Plan) =>
    plan.fields
      .filter(
        (field) => isDrawn(field) && beside.fields.some((each) => each.name === field.name && isDrawn(each)),
      )
      .map(({ name }) => name)
      .filter((name) => name !== 'enquiry_type');
  add('order', names(one, other), names(other, one));
  for (const name of new Set([...one.fields, ...other.fields].map((field) => field.name))) {
    if (name === 'enquiry_type') continue;
    const [was, is] = [one, other].map(({ fields }) => fields.find((field) => field.name === name));
    add('visibility', was?.visibility ?? 'hidden', is?.visibility ?? 'hidden', name);
    if (was === undefined || is === undefined) continue;
    add('preset', was.preset, is.preset, name);
    if (!isDrawn(was) || !isDrawn(is)) continue;
    for (const part of ['fixed', 'label', 'hint', 'placeholder', 'limits', 'bounds'] as const)
      add(part, was[part], is[part], name);
    if (was.fixed === is.fixed) add('isRequired', was.isRequired, is.isRequired, name);
    add('options', was.options, is.options, name);
    add('branchOptions', was.branchOptions, is.branchOptions, name);
    const look = ({ definition }: typeof was) => [
      definition.widget,
      definition.ownWidget,
      definition.isWide,
      definition.rows,
      definition.autocomplete,
      definition.inputMode,
      definition.suggestions,
      definition.needsScripts,
      definition.temporal,
    ];
    add('look', look(was), look(is), name);
  }
  for (const name of new Set([...(one.blocks ?? []), ...(other.blocks ?? [])].map((block) => block.name))) {
    const [was, is] = [one, other].map(({ blocks }) => blocks?.find((block) => block.name === name));
    add('block', was?.visibility ?? 'hidden', is?.visibility ?? 'hidden', name);
    if (was?.visibility === 'shown' && is?.visibility === 'shown') add('block', was.texts, is.texts, name);
  }
  const kept = Object.fromEntries(
    Object.entries(one.values).filter(
      ([name]) => name !== 'enquiry_type' && isSameJson(other.values[name] ?? null, one.values[name] ?? null),
    ),
  );
  for (const name of Object.keys(kept)) {
    const judged = (version: Version, key: string) =>
      version
        .checkOf(key)({ [name]: kept[name] })
        .some(({ instancePath }) => instancePath.split('/')[1] === name);
    if (judged(before, type.key) !== judged(after, now.key)) add('judged', 0, 1, name);
  }
  const together = (version: Version, key: string) =>
    version
      .checkOf(key)(kept)
      .filter(({ schemaPath = '' }) => !/^#\/(?:properties|required)/.test(schemaPath))
      .map(({ instancePath, keyword, params }) => JSON.stringify([instancePath, keyword, params]))
      .sort();
  add('together', together(before, type.key), together(after, now.key));
  return found;
}

/** Whether some consequence tells of what was seen: of the type, and of the field where it is of one. */
export function isToldBy(told: readonly Consequence[], { type, field, part }: Seen): boolean {
  return told.some(({ kind, types, field: own, names }) => {
    if (kind === 'documents-only') return false;
    if (kind === 'not-compared') return true;
    if (part === 'section' || part === 'offered' || part === 'opens') return /^(?:form|type)/.test(kind);
    if (type !== undefined && types !== undefined && !types.includes(type)) return false;
    if (field === undefined)
      return part === 'together' ? /^(?:conditions|steps)/.test(kind) || own !== undefined : kind === part;
    if (part === 'judged' && kind === 'conditions') return true;
    const isOfField = own === field || names?.some((name) => name.split(' ')[0] === field) === true;
    if (isOfField && isOfPart(part, kind)) return true;
    return isOfTexts(part) && /^(?:setting|language)/.test(kind);
  });
}

const isOfTexts = (part: string) =>
  ['label', 'hint', 'placeholder', 'options', 'texts', 'block'].includes(part);

const partKinds: Readonly<Record<string, RegExp>> = {
  visibility: /^field-/,
  preset: /^(?:preset|calculated|offices|choices|answers)/,
  fixed: /^(?:disabled|readonly|enabled)/,
  label: /^label/,
  hint: /^hint/,
  placeholder: /^placeholder/,
  limits: /^(?:narrower|wider|limit)/,
  bounds: /^(?:narrower|wider|limit)/,
  isRequired: /^(?:required|optional)/,
  options: /^(?:choices|offices)/,
  branchOptions: /^(?:choices|answers)/,
  look: /^(?:look|widget)/,
  block: /^(?:block|look)/,
  judged: /^(?:narrower|wider|limit|answers|choices|conditions)/,
};

function isOfPart(part: string, kind: string): boolean {
  return partKinds[part]?.test(kind) ?? true;
}

/** Whether the example of a consequence shows it: some of the same field or type is different there. */
export function isShown(
  { before, after }: { before: Version; after: Version },
  consequence: Consequence,
): boolean {
  const { example, kind, field, types = [] } = consequence;
  if (example === undefined || /^(?:not-compared|documents-only|text|message|mail|thanks)$/.test(kind))
    return true;
  const { on, offices: named } = example;
  for (const locale of ['en', 'de', 'fr', 'ar']) {
    const [one, other] = [before, after].map(({ form, documents }) => {
      const { document } = scenarioDocumentOf(form, documents);
      const all = {
        ...scenarioDocumentOf(before.form, before.documents).document.offices,
        ...document.offices,
      };
      const fields = form.types.flatMap((type) => type.fields.map(({ name }) => name));
      const entered = Object.fromEntries(
        Object.entries(on.entered ?? {}).filter(([name]) => fields.includes(name)),
      );
      // A type that one version alone has, or calls otherwise, is nothing that both can be seen with.
      const isKnown = on.types?.every(
        (type) => typeof type !== 'string' || form.types.some(({ key }) => key === type),
      );
      if (isKnown === false) return undefined;
      const words = { ...document, offices: { ...all, ...named } };
      return resolve(form, situationOfWords(form, words, { ...on, entered, locale }));
    });
    if (one === undefined || other === undefined) return true;
    const seen = differentBetween(one, other, before, after);
    if (seen.some((each) => field === undefined || each.field === field || each.part === 'section'))
      return true;
  }
  return (
    field !== undefined &&
    types.length > 0 &&
    /^(?:answers|narrower|wider|limit|look|choices-renamed|message)/.test(kind)
  );
}
