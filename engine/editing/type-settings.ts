import { asList, asObject, isSameJson } from '../json-schema/values.ts';
import { closedTextKey, type fullTextKey } from '../model/names.ts';
import type { Capacity, Documents, Id } from '../model/types.ts';
import type { Patch } from './change.ts';
import { getTextsFile, getUiFile } from './documents/document-files.ts';
import { canBeTrueForType } from './fields/fitting-examples.ts';
import { slugify } from './fields/free-names.ts';
import { getTypeFolder, setMember, setText } from './fields/members.ts';
import { addRule, listRules, removeRule, setRule, type WrittenRule } from './rules.ts';

/** The sites on which a type is offered by the rule that the settings of the type write. */
export interface TypeSites {
  /** The id of the rule. Absent if there is none, so that no such rule limits the sites. */
  readonly rule?: string;
  /** Absent without a rule: all sites. */
  readonly sites?: readonly Id[];
}

/** The days on which a type is offered by the rule that the settings of the type write. */
export interface TypePeriod {
  /** The id of the rule. Absent if there is none, so that the type is open on every day. */
  readonly rule?: string;
  /** The first day, in UTC: `2026-12-24`. Absent: always open before it closes. */
  readonly opens?: string;
  /** The last day, in UTC. Absent: never closes. */
  readonly closes?: string;
}

/** The first and the last day. */
interface PeriodDays {
  readonly opens?: string | undefined;
  readonly closes?: string | undefined;
}

/** A rule that only leaves out this type, in the form in which the settings write it. */
interface SettingsRule {
  readonly id: string;
  readonly when: unknown;
}

/** The ids of the rules that the settings of a type write; a number follows if the id is taken. */
const ruleNames = {
  sites: (type: string) => slugify(`${type} sites`, '-'),
  period: (type: string) => slugify(`${type} open`, '-'),
  recipient: (type: string) => slugify(`${type} recipient`, '-'),
} as const;

/** Returns the sites on which the settings of a type offer it. */
export function findTypeSites(documents: Documents, type: string): TypeSites {
  for (const { id, when } of listSettingsRules(documents, type, 'sites')) {
    const sites = parseSites(when);
    if (sites) return { rule: id, sites };
  }
  return {};
}

/**
 * Offers a type on some sites only, by one rule. Writes that rule with the description, changes its sites, or
 * removes it if `sites` is undefined. Other rules stay the same. Scenarios of this type alone that name no site
 * get one that offers it.
 * @param options.sites At least one. Undefined: all sites.
 */
export function setTypeSites(
  documents: Documents,
  type: string,
  { sites, description }: { readonly sites: readonly Id[] | undefined; readonly description: string },
): readonly Patch[] {
  const { rule: written, sites: before } = findTypeSites(documents, type);
  const when = sites && { '!': { in: [{ var: 'site.id' }, sites] } };
  return [
    ...writeSettingsRule(documents, type, { kind: 'sites', written, when, description }),
    ...moveScenarios(documents, type, { from: before, to: sites }),
  ];
}

/**
 * Gives the first site that offers a type to the scenarios of this type alone that name no site, if the usual one
 * does not offer it; takes it away if that does again. Without a site they would expect a form that is not there.
 */
function moveScenarios(
  documents: Documents,
  type: string,
  sites: { readonly from: readonly Id[] | undefined; readonly to: readonly Id[] | undefined },
): readonly Patch[] {
  const file = 'scenarios.json';
  const { usual, scenarios } = asObject(documents[file]);
  const usualSite = String(asObject(usual).site);
  /** Returns the site that scenarios without one need. Undefined: the usual one. */
  const findSite = (offering: readonly Id[] | undefined) =>
    offering?.map(String).includes(usualSite) ? undefined : offering?.[0];
  const [before, after] = [findSite(sites.from), findSite(sites.to)];
  return asList(scenarios).flatMap((scenario) => {
    const { name, on } = asObject(scenario);
    const { types, site } = asObject(on);
    const isMoved = isSameJson(types, [type]) && [undefined, before].includes(site as Id | undefined);
    if (!isMoved || site === after) return [];
    return setMember(documents, { file, path: ['scenarios', String(name), 'on', 'site'] }, after);
  });
}

/** Returns the days on which the settings of a type offer it. */
export function findTypePeriod(documents: Documents, type: string): TypePeriod {
  for (const { id, when } of listSettingsRules(documents, type, 'period')) {
    const period = parsePeriod(when);
    if (period) return { rule: id, ...period };
  }
  return {};
}

/**
 * Offers a type from one day to another, both included, by one rule. Writes that rule with the description,
 * changes its days, or removes it if both are absent. Other rules stay the same.
 */
export function setTypePeriod(
  documents: Documents,
  type: string,
  { opens, closes, description }: PeriodDays & { readonly description: string },
): readonly Patch[] {
  const written = findTypePeriod(documents, type).rule;
  const when = createClosedCondition({ opens, closes });
  return writeSettingsRule(documents, type, { kind: 'period', written, when, description });
}

/** Returns the ids of the rules that leave out a type, except those that its settings write. */
export function listOtherExclusions(documents: Documents, type: string): readonly string[] {
  const own = [findTypeSites(documents, type).rule, findTypePeriod(documents, type).rule];
  return listRules(documents)
    .filter(({ id, then }) => asList(then.excludeTypes).includes(type) && !own.includes(id))
    .map(({ id }) => id);
}

/** Returns the rules with an id of the settings that leave out this type and have no other effect. */
function listSettingsRules(
  documents: Documents,
  type: string,
  kind: 'sites' | 'period',
): readonly SettingsRule[] {
  return listNamedRules(documents, type, kind).filter(({ then }) =>
    isSameJson(then, { excludeTypes: [type] }),
  ) as readonly SettingsRule[];
}

/** Returns the rules with an id of the settings that replace no other rule. */
function listNamedRules(
  documents: Documents,
  type: string,
  kind: keyof typeof ruleNames,
): readonly WrittenRule[] {
  const name = ruleNames[kind](type);
  /** Returns true for the name itself, or with a number behind it. */
  const isNamed = ({ id }: WrittenRule) => id === name || /^-\d+$/.test(id.slice(name.length));
  return listRules(documents).filter(
    (rule) => rule.id.startsWith(name) && isNamed(rule) && rule.insteadOf === undefined,
  );
}

/** Writes the rule of a setting, changes only its condition if it is there, or removes it without one. */
function writeSettingsRule(
  documents: Documents,
  type: string,
  {
    kind,
    written,
    when,
    description,
  }: {
    readonly kind: keyof typeof ruleNames;
    readonly written: string | undefined;
    readonly when: unknown;
    readonly description: string;
  },
): readonly Patch[] {
  if (when === undefined) return written === undefined ? [] : removeRule(documents, written);
  const before = listRules(documents).find(({ id }) => id === written);
  if (before) return setRule(documents, before.id, { ...before, when });
  const rule = { description, when, then: { excludeTypes: [type] } };
  return addRule(documents, { words: ruleNames[kind](type), rule }).patches;
}

/** Returns the sites of `not (site.id in […])`. Undefined for any other condition. */
function parseSites(when: unknown): readonly Id[] | undefined {
  const sites = asList(asList(asObject(asObject(when)['!']).in)[1]) as readonly Id[];
  return isSameJson(when, { '!': { in: [{ var: 'site.id' }, sites] } }) && sites.length > 0
    ? sites
    : undefined;
}

/** Returns the days of `today < …`, `today > …`, or both joined by `or`. Undefined for any other condition. */
function parsePeriod(when: unknown): Omit<TypePeriod, 'rule'> | undefined {
  const clauses = asObject(when).or === undefined ? [when] : asList(asObject(when).or);
  const [opens, closes] = ['<', '>'].map((operator) => {
    const found = clauses.find((clause) => operator in asObject(clause));
    const day = asList(asObject(found)[operator])[1];
    return typeof day === 'string' ? day : undefined;
  });
  const period = { ...(opens !== undefined && { opens }), ...(closes !== undefined && { closes }) };
  return when !== undefined && isSameJson(when, createClosedCondition(period)) ? period : undefined;
}

/** Returns the condition that is true before the first and after the last day. Undefined without days. */
function createClosedCondition({ opens, closes }: PeriodDays): object | undefined {
  const clauses = [
    ...(opens === undefined ? [] : [{ '<': [{ var: 'today' }, opens] }]),
    ...(closes === undefined ? [] : [{ '>': [{ var: 'today' }, closes] }]),
  ];
  return clauses.length > 1 ? { or: clauses } : clauses[0];
}

/** Returns true if visitors of a form get a copy of their answers by mail. */
export function hasReceipt(documents: Documents, type: string): boolean {
  return asObject(documents[getUiFile(getTypeFolder(documents, type))])['ui:receipt'] === true;
}

/** Returns the patches with which visitors of a form get a copy of their answers by mail, or none. */
export function setReceipt(documents: Documents, type: string, isSent: boolean): readonly Patch[] {
  const file = getUiFile(getTypeFolder(documents, type));
  return setMember(documents, { file, path: ['ui:receipt'] }, isSent ? true : undefined);
}

/** Returns the most enquiries of a form that are accepted; undefined if their number is not limited. */
export function getCapacity(documents: Documents, type: string): Capacity | undefined {
  const { count, since, perSite } = asObject(
    asObject(documents[getUiFile(getTypeFolder(documents, type))])['ui:capacity'],
  );
  if (typeof count !== 'number') return undefined;
  return { count, ...(typeof since === 'string' && { since }), ...(perSite === true && { perSite }) };
}

/** Returns the patches that set the most enquiries of a form that are accepted, or any number if it is undefined. */
export function setCapacity(
  documents: Documents,
  type: string,
  capacity: Capacity | undefined,
): readonly Patch[] {
  const file = getUiFile(getTypeFolder(documents, type));
  return setMember(documents, { file, path: ['ui:capacity'] }, capacity && { ...capacity });
}

/** The state of a form in which pages show another text: closed on these days, or full. */
export type ClosedState = typeof closedTextKey | typeof fullTextKey;

/** Returns the text that pages show in place of a form if they offer no other type. */
export function getClosedText(
  documents: Documents,
  type: string,
  { locale, state = closedTextKey }: { readonly locale: string; readonly state?: ClosedState },
): string | undefined {
  const text = asObject(documents[getTextsFile(locale)])[getClosedTextKey(type, state)];
  return typeof text === 'string' ? text : undefined;
}

/** Returns the patches that set the text of a closed form in a language, or remove it if it is undefined. */
export function setClosedText(
  documents: Documents,
  type: string,
  {
    locale,
    text,
    state = closedTextKey,
  }: { readonly locale: string; readonly text: string | undefined; readonly state?: ClosedState },
): readonly Patch[] {
  return setText(documents, { locale, key: getClosedTextKey(type, state) }, text);
}

/** Returns the key of the text of a closed form: `forms.event.closed`. */
export function getClosedTextKey(type: string, state: ClosedState): string {
  return `forms.${type}.${state}`;
}

/** The effects of rules that decide who gets the mail: its recipient, other systems, the offices to choose. */
const recipientEffects = ['recipient', 'destinations', 'offer'] as const;

/** The recipient of the mail of a type by the rule that the settings of the type write. */
export interface TypeRecipient {
  /** The id of the rule. Absent if there is none. */
  readonly rule?: string;
  /** The id of the recipient in the content. Absent without a rule. */
  readonly recipient?: string;
}

/** Returns who gets the mail of a type by its settings. */
export function findTypeRecipient(documents: Documents, type: string): TypeRecipient {
  const own = listNamedRules(documents, type, 'recipient').find(
    ({ when, then }) =>
      typeof then.recipient === 'string' &&
      isSameJson(then, { recipient: then.recipient }) &&
      isSameJson(when ?? null, createTypeCondition(type)),
  );
  return own === undefined ? {} : { rule: own.id, recipient: String(own.then.recipient) };
}

/**
 * Sends the mail of a type to a recipient of the content, by one rule: writes it with the description, changes
 * its recipient, or removes it if `recipient` is undefined. Other rules stay the same.
 */
export function setTypeRecipient(
  documents: Documents,
  type: string,
  { recipient, description }: { readonly recipient: string | undefined; readonly description: string },
): readonly Patch[] {
  const { rule: id } = findTypeRecipient(documents, type);
  const before = listRules(documents).find((rule) => rule.id === id);
  if (recipient === undefined) return before === undefined ? [] : removeRule(documents, before.id);
  if (before) return setRule(documents, before.id, { ...before, then: { recipient } });
  const rule = { description, when: createTypeCondition(type), then: { recipient } };
  return addRule(documents, { words: ruleNames.recipient(type), rule }).patches;
}

/** Returns the condition that the type is this one. */
function createTypeCondition(type: string): object {
  return { '==': [{ var: 'type' }, type] };
}

/** The parts of the thanks that a form can have of its own. */
export const thanksParts = ['heading', 'message'] as const;

export type ThanksPart = (typeof thanksParts)[number];

/** Returns the key of a text of the thanks of a form: `forms.event.thank-you.heading`. */
export function getThanksKey(type: string, part: ThanksPart): string {
  return `forms.${type}.thank-you.${part}`;
}

/** Returns the patches that set a text of the thanks of a form in a language, or remove it if it is undefined. */
export function setThanksText(
  documents: Documents,
  type: string,
  {
    part,
    locale,
    text,
  }: { readonly part: ThanksPart; readonly locale: string; readonly text: string | undefined },
): readonly Patch[] {
  return setText(documents, { locale, key: getThanksKey(type, part) }, text);
}

/** Returns the ids of the rules that can decide who gets the mail of a type. */
export function listRecipientRules(documents: Documents, type: string): readonly string[] {
  return listRules(documents)
    .filter(
      ({ when, then }) => recipientEffects.some((effect) => effect in then) && canBeTrueForType(when, type),
    )
    .map(({ id }) => id);
}
