import { isSameId } from '../ids.ts';
import { isSameJson } from '../json-schema/values.ts';
import { officeField, typeField } from '../names.ts';
import { resolvePiped } from '../piping.ts';
import type { FieldPlan, Form, Json, Office, Plan, Situation } from '../types.ts';
import type { Expectations, Scenario, ScenarioDocument, ScenarioSituation } from './scenario.ts';
import { nameOfOffice, situationOfWords } from './situation-of-words.ts';

/** A situation and its plan, captured as a scenario without a name. */
export interface Expectation {
  readonly scenario: Omit<Scenario, 'name'>;
  /** Offices that the scenario names and the document does not contain. */
  readonly offices: Readonly<Record<string, Office>>;
}

/**
 * Captures a situation and the plan of a form as a scenario: only values that are not the usual ones, and of
 * those only values that make a difference. The site, the placement, the type and the preselected office are
 * always included. Offices are replaced by equivalent ones of the document if possible.
 */
export function expectationOf({
  form,
  document,
  situation,
}: {
  readonly form: Form;
  readonly document: ScenarioDocument;
  readonly situation: Situation;
}): Expectation {
  const wanted = keyOf(resolvePiped(form, situation));
  const written = writtenWords(form, document, situation, 'like');
  const whole = written.isSame(wanted) ? written : writtenWords(form, document, situation, 'own');
  const kept = withoutNeedless(whole, wanted);
  const { plan } = kept;
  const named = new Set([...(kept.on.offices ?? []), kept.on.selectedOffice, kept.on.office]);
  return {
    scenario: { on: kept.on, expect: expectOf(form, whole.document, plan) },
    offices: Object.fromEntries(Object.entries(whole.added).filter(([name]) => named.has(name))),
  };
}

interface Written {
  readonly on: ScenarioSituation;
  readonly plan: Plan;
  readonly document: ScenarioDocument;
  readonly added: Readonly<Record<string, Office>>;
  readonly isSame: (key: string) => boolean;
  readonly withWords: (on: ScenarioSituation) => Written;
}

function writtenWords(
  form: Form,
  document: ScenarioDocument,
  situation: Situation,
  how: 'like' | 'own',
): Written {
  const { names, added } = officeNames(document, situation, how);
  const known = { ...document, offices: { ...document.offices, ...added } };
  const make = (on: ScenarioSituation): Written => {
    const plan = resolvePiped(form, situationOfWords(form, known, on));
    return { on, plan, added, document: known, isSame: (key) => keyOf(plan) === key, withWords: make };
  };
  return make(wordsOf(form, document, situation, names));
}

/** Removes values that change nothing, one after the other. */
function withoutNeedless(written: Written, wanted: string): Written {
  let kept = written;
  const attempt = (on: ScenarioSituation) => {
    const other = kept.withWords(on);
    if (other.isSame(wanted)) kept = other;
  };
  for (const word of needless) {
    const { [word]: gone, ...rest } = kept.on;
    if (gone !== undefined) attempt(rest);
  }
  for (const name of Object.keys(kept.on.entered ?? {})) {
    const { [name]: _gone, ...entered } = kept.on.entered ?? {};
    const { entered: _all, ...rest } = kept.on;
    attempt(Object.keys(entered).length === 0 ? rest : { ...rest, entered });
  }
  return kept;
}

const needless = ['today', 'locale', 'yachtModels', 'eventTitles', 'lists', 'offices', 'types'] as const;

/** Returns a situation in the terms of scenarios, with the keys in the order in which people write them. */
function wordsOf(
  form: Form,
  { usual }: ScenarioDocument,
  { site, page, content, locale, today, entered }: Situation,
  names: (office: Office) => string,
): ScenarioSituation {
  const { [typeField]: typeId, [officeField]: officeId, ...others } = entered;
  const used = officesOf({ site, content });
  const office = used.find(({ id }) => officeId !== undefined && isSameId(id, officeId as string));
  const type = form.types.find(({ id }) => typeId !== undefined && isSameId(id, typeId as string));
  const { eventTitles, yachtModels, lists } = content;
  const words: ScenarioSituation = {
    site: String(site.id),
    international: site.isInternational === true,
    placement: page.inModal ? 'modal' : page.isForLanding ? 'landing' : 'inline',
    types: content.enquiryTypes.map(
      (each) => form.types.find(({ id }) => isSameId(id, each.id))?.key ?? { id: each.id, name: each.name },
    ),
    offices: [...new Set(used.map(names))],
    selectedOffice: page.selectedOffice ? names(page.selectedOffice) : null,
    eventTitle: page.eventTitle ?? null,
    eventTitles: eventTitles.state === 'ready' ? eventTitles.titles : [],
    yachtModels: (yachtModels ?? []).map(({ name }) => name),
    ...(lists && Object.keys(lists).length > 0 && { lists }),
    ...{ locale, today },
    ...(type && { type: type.key }),
    ...(office && { office: names(office) }),
    ...(Object.keys(others).length > 0 && { entered: others }),
  };
  const isUsual = (word: string, value: unknown) =>
    isSameJson(value, (usual as Readonly<Record<string, unknown>>)[word] ?? absent[word]);
  return Object.fromEntries(Object.entries(words).filter(([word, value]) => !isUsual(word, value)));
}

/** The values of a document that leaves them out. */
const absent: Readonly<Record<string, Json>> = {
  international: false,
  placement: 'inline',
  selectedOffice: null,
  eventTitle: null,
  eventTitles: [],
  yachtModels: [],
};

/** Returns the offices that are used on a page: if the list for the site is missing, the other one. */
function officesOf({ site, content }: Pick<Situation, 'site' | 'content'>): readonly Office[] {
  const [first, second] = site.isInternational
    ? [content.allOffices, content.offices]
    : [content.offices, content.allOffices];
  return first ?? second ?? [];
}

/**
 * Names offices: with `like` by an office of the document that is equivalent for rules, else by the office
 * itself.
 */
function officeNames(
  { offices }: ScenarioDocument,
  situation: Situation,
  how: 'like' | 'own',
): { readonly names: (office: Office) => string; readonly added: Readonly<Record<string, Office>> } {
  const added: Record<string, Office> = {};
  const known = new Map<string, string>();
  const names = (office: Office): string => {
    const kind = workOf(office);
    const key = how === 'like' ? kind : String(office.id);
    const found = known.get(key) ?? nameFor(office, kind);
    known.set(key, found);
    return found;
  };
  const nameFor = (office: Office, kind: string): string => {
    const like = how === 'like' && Object.entries(offices).find(([, each]) => workOf(each) === kind);
    if (like) return like[0];
    const name = unusedName(office.name, { ...offices, ...added });
    const isFree = !Object.values({ ...offices, ...added }).some(({ id }) => isSameId(id, office.id));
    added[name] = isFree ? office : { ...office, id: name };
    return name;
  };
  const { selectedOffice } = situation.page;
  for (const office of [...officesOf(situation), ...(selectedOffice ? [selectedOffice] : [])]) names(office);
  return { names, added };
}

/** Serializes the properties of an office that rules read, except its name. */
function workOf({ services, email, site }: Office): string {
  return JSON.stringify([
    [...(services ?? [])].sort(),
    Boolean(email?.trim()),
    site?.isInternational === true,
    site?.exclude_from_international === true,
  ]);
}

function unusedName(name: string, taken: object): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const base = plain || 'office';
  let unused = base;
  for (let count = 2; Object.hasOwn(taken, unused); count++) unused = `${base}-${count}`;
  return unused;
}

/**
 * Serializes the decisions of a plan. Offices count by their properties, since a scenario contains other
 * ones.
 */
function keyOf(plan: Plan): string {
  const { isSectionShown, type, fields, recipient, destinations, offeredOffices, unknownTypes } = plan;
  return JSON.stringify([
    ...[isSectionShown, type?.key, recipient, destinations, unknownTypes],
    [...new Set(offeredOffices.map(workOf))].sort(),
    fields[0]?.options?.map(({ value }) => String(value)),
    fields.map(({ name, visibility, isRequired, fixed, limits, bounds, preset }) => [
      ...[name, visibility, isRequired, fixed, limits, bounds],
      name === officeField || name === typeField ? null : preset,
    ]),
  ]);
}

function expectOf(form: Form, document: ScenarioDocument, plan: Plan): Expectations {
  if (!plan.isSectionShown) return { section: 'hidden' };
  const [first, ...fields] = plan.fields;
  const there = fields.filter(({ visibility }) => visibility !== 'hidden');
  const named = (holds: (field: FieldPlan) => boolean) => there.filter(holds).map(({ name }) => name);
  const each = <Value>(of: (field: FieldPlan) => Value | undefined): Readonly<Record<string, Value>> =>
    Object.fromEntries(
      there.flatMap((field) => {
        const value = of(field);
        return value === undefined ? [] : [[field.name, value]];
      }),
    );
  const keys = first?.options?.map(
    ({ value }) => form.types.find(({ id }) => isSameId(id, value))?.key ?? String(value),
  );
  const all: Expectations = {
    ...(keys && { types: keys }),
    type: plan.type?.key ?? null,
    offices: plan.offeredOffices.map((office) => nameOfOffice(document, office)),
    fields: there.map(({ name }) => name),
    concealed: named(({ visibility }) => visibility === 'concealed'),
    required: named(({ isRequired }) => isRequired),
    disabled: named(({ fixed }) => fixed === 'disabled'),
    readonly: named(({ fixed }) => fixed === 'readonly'),
    presets: each(({ name, preset }) => (name === officeField ? undefined : (preset as Json | undefined))),
    limits: each(({ limits }) => limits),
    bounds: each(({ bounds }) => bounds),
    ...(plan.recipient !== undefined && { recipient: String(plan.recipient) }),
    ...(plan.destinations && { destinations: plan.destinations }),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([word, value]) => alwaysSaid.includes(word) || !isEmpty(value)),
  );
}

const alwaysSaid = ['type', 'fields'];

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
