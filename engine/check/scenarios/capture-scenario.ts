import { isSameJson } from '../../json-schema/values.ts';
import { isSameId } from '../../model/ids.ts';
import { typeField } from '../../model/names.ts';
import type { FieldPlan, Form, Json, Plan, Situation } from '../../model/types.ts';
import { resolvePiped } from '../../resolve/piping.ts';
import { officeField } from '../../yard/names.ts';
import type { Office } from '../../yard/types.ts';
import type { Expectations, Scenario, ScenarioDocument, ScenarioSituation } from './scenario.ts';
import { getOfficeName, toScenarioSituation } from './scenario-situation.ts';

export interface CapturedScenario {
  readonly scenario: Omit<Scenario, 'name'>;
  /** Offices that the scenario names and the document does not contain. */
  readonly offices: Readonly<Record<string, Office>>;
}

/**
 * Returns a situation and its plan as a scenario. It contains only values that differ from the usual ones of
 * the document and that make a difference. The site, the placement, the event, the preselected office, and
 * the chosen type and office are included even if they make none. Offices are replaced by equivalent ones of
 * the document if possible. The document is not changed.
 */
export function captureScenario({
  form,
  document,
  situation,
}: {
  readonly form: Form;
  readonly document: ScenarioDocument;
  readonly situation: Situation;
}): CapturedScenario {
  const wanted = serializeOutcome(resolvePiped(form, situation));
  const written = createScenarioDraft(form, document, situation, 'like');
  const whole = written.hasOutcome(wanted) ? written : createScenarioDraft(form, document, situation, 'own');
  const reduced = removeValuesWithoutEffect(whole, wanted);
  const { plan } = reduced;
  const named = new Set([...(reduced.on.offices ?? []), reduced.on.selectedOffice, reduced.on.office]);
  return {
    scenario: { on: reduced.on, expect: describePlan(form, whole.document, plan) },
    offices: Object.fromEntries(Object.entries(whole.added).filter(([name]) => named.has(name))),
  };
}

/** A scenario that is being shortened. */
interface ScenarioDraft {
  /** The situation, in the terms of scenarios. */
  readonly on: ScenarioSituation;
  readonly plan: Plan;
  /** The document with the added offices. */
  readonly document: ScenarioDocument;
  /** The offices that were added to the document, by name. */
  readonly added: Readonly<Record<string, Office>>;
  /** Returns true if the plan has this outcome, a result of `serializeOutcome`. */
  readonly hasOutcome: (key: string) => boolean;
  /** Returns a draft of another situation, with its plan. */
  readonly withSituation: (on: ScenarioSituation) => ScenarioDraft;
}

/**
 * Returns a draft that describes a situation in the terms of scenarios, with the plan in this situation. With
 * `like`, offices of the document replace those that rules treat alike; with `own`, all offices are added.
 */
function createScenarioDraft(
  form: Form,
  document: ScenarioDocument,
  situation: Situation,
  officeNames: 'like' | 'own',
): ScenarioDraft {
  const { names, added } = nameOffices(document, situation, officeNames);
  const known = { ...document, offices: { ...document.offices, ...added } };
  /** Returns the draft of a situation, with its plan. */
  const createDraft = (on: ScenarioSituation): ScenarioDraft => {
    const plan = resolvePiped(form, toScenarioSituation(form, known, on));
    return {
      on,
      plan,
      added,
      document: known,
      hasOutcome: (key) => serializeOutcome(plan) === key,
      withSituation: createDraft,
    };
  };
  return createDraft(describeSituation(form, document, situation, names));
}

/**
 * Returns a draft without the values that do not change the outcome: those under `removableKeys`, and single
 * entered values. They are tried one after the other.
 * @param outcome The result of `serializeOutcome` that must stay the same.
 */
function removeValuesWithoutEffect(draft: ScenarioDraft, outcome: string): ScenarioDraft {
  let current = draft;
  /** Makes another situation the current draft if its outcome is the same. */
  const replaceIfOutcomeIsSame = (on: ScenarioSituation) => {
    const other = current.withSituation(on);
    if (other.hasOutcome(outcome)) current = other;
  };
  for (const word of removableKeys) {
    const { [word]: gone, ...rest } = current.on;
    if (gone !== undefined) replaceIfOutcomeIsSame(rest);
  }
  for (const name of Object.keys(current.on.entered ?? {})) {
    const { [name]: _gone, ...entered } = current.on.entered ?? {};
    const { entered: _all, ...rest } = current.on;
    replaceIfOutcomeIsSame(Object.keys(entered).length === 0 ? rest : { ...rest, entered });
  }
  return current;
}

/** The keys of a scenario's situation that may be left out, in the order in which that is tried. */
const removableKeys = ['today', 'locale', 'yachtModels', 'eventTitles', 'lists', 'offices', 'types'] as const;

/**
 * Returns a situation in the terms of scenarios, with the keys in the order in which people write them.
 * Values that are the usual ones of the document are left out. An entered type or office that does not exist
 * is left out too.
 * @param getOfficeNameFor Returns the name of an office in the document.
 */
function describeSituation(
  form: Form,
  { usual }: ScenarioDocument,
  { site, page, content, locale, today, entered }: Situation,
  getOfficeNameFor: (office: Office) => string,
): ScenarioSituation {
  const { [typeField]: typeId, [officeField]: officeId, ...others } = entered;
  const used = getUsedOffices({ site, content });
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
    offices: [...new Set(used.map(getOfficeNameFor))],
    selectedOffice: page.selectedOffice ? getOfficeNameFor(page.selectedOffice) : null,
    eventTitle: page.eventTitle ?? null,
    eventTitles: eventTitles.state === 'ready' ? eventTitles.titles : [],
    yachtModels: (yachtModels ?? []).map(({ name }) => name),
    ...(lists && Object.keys(lists).length > 0 && { lists }),
    locale,
    today,
    ...(type && { type: type.key }),
    ...(office && { office: getOfficeNameFor(office) }),
    ...(Object.keys(others).length > 0 && { entered: others }),
  };
  /** Returns true if a value is the usual one of its key. */
  const isUsual = (word: string, value: unknown) =>
    isSameJson(value, (usual as Readonly<Record<string, unknown>>)[word] ?? defaultValues[word]);
  return Object.fromEntries(Object.entries(words).filter(([word, value]) => !isUsual(word, value)));
}

/** The usual values of a document that specifies none. */
const defaultValues: Readonly<Record<string, Json>> = {
  international: false,
  placement: 'inline',
  selectedOffice: null,
  eventTitle: null,
  eventTitles: [],
  yachtModels: [],
};

/**
 * Returns the offices that a page uses: its own, or those of all sites on an international site. If that list
 * is missing, the other one; without both, an empty list.
 */
function getUsedOffices({ site, content }: Pick<Situation, 'site' | 'content'>): readonly Office[] {
  const [first, second] = site.isInternational
    ? [content.allOffices, content.offices]
    : [content.offices, content.allOffices];
  return first ?? second ?? [];
}

/**
 * Returns a function `names` that returns the name of an office, and the offices to add to the document, by
 * name. With `like`, an office gets the name of an office in the document that rules treat alike, if there is
 * one. With `own`, every office is added.
 */
function nameOffices(
  { offices }: ScenarioDocument,
  situation: Situation,
  officeNames: 'like' | 'own',
): { readonly names: (office: Office) => string; readonly added: Readonly<Record<string, Office>> } {
  const added: Record<string, Office> = {};
  const known = new Map<string, string>();
  /**
   * Returns the name of an office, the same one for all equivalent offices (`like`) or for the same id
   * (`own`). A new name may add the office to `added`.
   */
  const getName = (office: Office): string => {
    const kind = serializeOffice(office);
    const key = officeNames === 'like' ? kind : String(office.id);
    const found = known.get(key) ?? createName(office, kind);
    known.set(key, found);
    return found;
  };
  /**
   * Returns the name of an equivalent office in the document, or adds the office under an unused name and
   * returns that.
   * @param kind The result of `serializeOffice`.
   */
  const createName = (office: Office, kind: string): string => {
    const like =
      officeNames === 'like' && Object.entries(offices).find(([, each]) => serializeOffice(each) === kind);
    if (like) return like[0];
    const name = findUnusedName(office.name, { ...offices, ...added });
    const isFree = !Object.values({ ...offices, ...added }).some(({ id }) => isSameId(id, office.id));
    added[name] = isFree ? office : { ...office, id: name };
    return name;
  };
  const { selectedOffice } = situation.page;
  for (const office of [...getUsedOffices(situation), ...(selectedOffice ? [selectedOffice] : [])])
    getName(office);
  return { names: getName, added };
}

/**
 * Returns a text that is equal for equivalent offices: with the same services, the same kind of site, and
 * both with or both without a mail address.
 */
function serializeOffice({ services, email, site }: Office): string {
  return JSON.stringify([
    [...(services ?? [])].sort(),
    Boolean(email?.trim()),
    site?.isInternational === true,
    site?.exclude_from_international === true,
  ]);
}

/**
 * Returns a name in lowercase letters, digits and hyphens that is no key of `taken`; with a number at its end
 * if necessary, and `office` if nothing is left of the name.
 */
function findUnusedName(name: string, taken: object): string {
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
 * Returns a text that is equal for plans with the same decisions. Offices are compared by the properties that
 * rules read, because a scenario contains other offices.
 */
function serializeOutcome(plan: Plan): string {
  const { isSectionShown, type, fields, recipient, destinations, offeredOffices, unknownTypes } = plan;
  return JSON.stringify([
    isSectionShown,
    type?.key,
    recipient,
    destinations,
    unknownTypes,
    [...new Set(offeredOffices.map(serializeOffice))].sort(),
    fields[0]?.options?.map(({ value }) => String(value)),
    fields.map(({ name, visibility, isRequired, fixed, limits, bounds, preset }) => [
      name,
      visibility,
      isRequired,
      fixed,
      limits,
      bounds,
      name === officeField || name === typeField ? null : preset,
    ]),
  ]);
}

/**
 * Returns the expectations that a plan meets, about fields that are not hidden and without texts. Empty ones
 * are left out, except `type` and `fields`; for a hidden section there is only `section`.
 */
function describePlan(form: Form, document: ScenarioDocument, plan: Plan): Expectations {
  if (!plan.isSectionShown) return { section: 'hidden' };
  const [first, ...fields] = plan.fields;
  const there = fields.filter(({ visibility }) => visibility !== 'hidden');
  /** Returns the names of the matching fields that are not hidden. */
  const listNames = (matches: (field: FieldPlan) => boolean) => there.filter(matches).map(({ name }) => name);
  /** Returns a value of each field that is not hidden, by its name. Undefined values are left out. */
  const mapFields = <Value>(
    getValue: (field: FieldPlan) => Value | undefined,
  ): Readonly<Record<string, Value>> =>
    Object.fromEntries(
      there.flatMap((field) => {
        const value = getValue(field);
        return value === undefined ? [] : [[field.name, value]];
      }),
    );
  const keys = first?.options?.map(
    ({ value }) => form.types.find(({ id }) => isSameId(id, value))?.key ?? String(value),
  );
  const all: Expectations = {
    ...(keys && { types: keys }),
    type: plan.type?.key ?? null,
    offices: plan.offeredOffices.map((office) => getOfficeName(document, office)),
    fields: there.map(({ name }) => name),
    concealed: listNames(({ visibility }) => visibility === 'concealed'),
    required: listNames(({ isRequired }) => isRequired),
    disabled: listNames(({ fixed }) => fixed === 'disabled'),
    readonly: listNames(({ fixed }) => fixed === 'readonly'),
    presets: mapFields(({ name, preset }) =>
      name === officeField ? undefined : (preset as Json | undefined),
    ),
    limits: mapFields(({ limits }) => limits),
    bounds: mapFields(({ bounds }) => bounds),
    ...(plan.recipient !== undefined && { recipient: String(plan.recipient) }),
    ...(plan.destinations && { destinations: plan.destinations }),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([word, value]) => requiredKeys.includes(word) || !isEmptyListOrObject(value)),
  );
}

/** The expectations that are written even if they are empty. */
const requiredKeys = ['type', 'fields'];

function isEmptyListOrObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
