import { byName } from '../../by-name.ts';
import { type FactValues, holds } from '../../conditions/condition.ts';
import { isAwaited } from '../../effects.ts';
import { type Decided, decidedAnew } from '../../resolve/decided-anew.ts';
import { givenFacts } from '../../resolve/given-facts.ts';
import { optionFacts, resolve } from '../../resolve/resolve.ts';
import type { FieldPlan, Form, Plan, Situation } from '../../types.ts';
import { decidesField, type Part, withoutPart } from './parts.ts';

/** Watches, while situations are visited, which parts of rules ever make a difference. */
export interface PartWatch {
  /** Takes a situation with its plan, and the form (or slice of it) that made the plan; gives the ids of rules that make a difference there. */
  readonly see: (visit: Seen) => readonly string[];
  /** Parts without which every plan seen was the same, with the rules that decided the same wherever they held. */
  readonly idle: () => readonly IdlePart[];
  /** Ids of the rules that held in some situation seen. */
  readonly held: () => ReadonlySet<string>;
}

/** What is seen of a situation. */
export interface Seen {
  readonly form: Form;
  readonly situation: Situation;
  readonly plan: Plan;
}

/** A part that changed nothing. */
export interface IdlePart {
  readonly part: Part;
  /** Rules named as reasons wherever the part's own rule was. */
  readonly beside: readonly string[];
  /** Its rule held, or is awaited, in some situation seen. */
  readonly isSeen: boolean;
}

/** Watches some parts. A part is tried until it first makes a difference; most do where their rule first holds. */
export function partWatch(watched: readonly Part[]): PartWatch {
  const open = new Map<string, Map<Part, Set<string> | undefined>>();
  const held = new Set<string>();
  for (const part of watched) {
    const parts = open.get(part.ruleId) ?? new Map<Part, Set<string> | undefined>();
    open.set(part.ruleId, parts.set(part, undefined));
  }
  const formWithout = formsWithout();
  return {
    see({ form, situation, plan }) {
      const facts = factsOf(situation, plan);
      const mattering = new Set<string>();
      for (const rule of form.rules) {
        const parts = open.get(rule.id);
        if (parts === undefined || (held.has(rule.id) && parts.size === 0)) continue;
        const isHeld = holds(rule.when, facts);
        if (isHeld) held.add(rule.id);
        if (!isHeld && !isAwaited(rule.then)) continue;
        for (const [part, beside] of parts) {
          if (changes(part, { form, without: formWithout(form, part), situation, plan, facts })) {
            parts.delete(part);
            mattering.add(rule.id);
          } else if (isThere(plan, part)) parts.set(part, common(beside, reasonsOf(plan, part)));
        }
      }
      return [...mattering];
    },
    idle: () =>
      [...open.values()].flatMap((parts) =>
        [...parts].map(([part, beside]) => ({
          part,
          beside: [...(beside ?? [])].filter((id) => id !== part.ruleId),
          isSeen: beside !== undefined,
        })),
      ),
    held: () => held,
  };
}

/** Whether a plan is another one without a part. One that decides something about a field is looked for in that field alone. */
function changes(part: Part, { without, ...made }: Seen & Decided & { readonly without: Form }): boolean {
  const { situation, plan } = made;
  const field = decidesField(part) ? decidedAnew(without, made, part.target ?? '') : undefined;
  if (field === undefined) return signatureOf(resolve(without, situation)) !== signatureOf(plan);
  return !isDecidedAlike(byName(plan.fields, field.name), field);
}

/** What several watches saw between them: each of other situations, and of the parts of some rules. */
export function seenTogether(
  parts: readonly Part[],
  watches: readonly { readonly idle: readonly IdlePart[]; readonly watched: ReadonlySet<string> }[],
): readonly IdlePart[] {
  const idle = watches.map((watch) => new Map(watch.idle.map((each) => [keyOf(each.part), each])));
  return parts.flatMap((part) => {
    const found = watches.flatMap(({ watched }, index) =>
      watched.has(part.ruleId) ? [idle[index]?.get(keyOf(part))] : [],
    );
    if (!found.every((each) => each !== undefined)) return [];
    const [first, ...others] = found.filter(({ isSeen }) => isSeen);
    const beside = first?.beside.filter((id) => others.every((other) => other.beside.includes(id))) ?? [];
    return [{ part, beside, isSeen: first !== undefined }];
  });
}

function keyOf({ ruleId, path }: Part): string {
  return JSON.stringify([ruleId, path]);
}

/** Gives a form without a part of one of its rules, made once. */
function formsWithout(): (form: Form, part: Part) => Form {
  const known = new WeakMap<Form, Map<Part, Form>>();
  return (form, part) => {
    const ofForm = known.get(form) ?? new Map<Part, Form>();
    known.set(form, ofForm);
    let without = ofForm.get(part);
    if (without === undefined) {
      const rules = form.rules.map((rule) => (rule.id === part.ruleId ? withoutPart(rule, part) : rule));
      without = { ...form, rules };
      ofForm.set(part, without);
    }
    return without;
  };
}

/** Every fact of a situation that a `when` may read, as `resolve` worked it out. */
export function factsOf(situation: Situation, plan: Plan): FactValues {
  return {
    ...givenFacts(situation),
    offices: { anyEligible: plan.eligibleOffices.length > 0, anyOffered: plan.offeredOffices.length > 0 },
    type: plan.type?.key ?? '',
    values: plan.values,
    options: optionFacts(plan.fields),
  };
}

/** Whether two plans say the same of a field, reasons apart. */
function isDecidedAlike(one: FieldPlan | undefined, other: FieldPlan | undefined): boolean {
  return signatureOfField(one) === signatureOfField(other);
}

function signatureOfField(field: FieldPlan | undefined): string {
  return JSON.stringify(field && [decisionOf(field), field.value]);
}

/** What a plan comes to, its reasons apart: equal for plans that a visitor and a server cannot tell apart. */
export function signatureOf(plan: Plan): string {
  const {
    isSectionShown,
    type,
    fields,
    blocks = [],
    eligibleOffices,
    offeredOffices,
    values,
    recipient,
    destinations,
  } = plan;
  const ids = (offices: Plan['offeredOffices']) => offices.map(({ id }) => id);
  return JSON.stringify([
    isSectionShown,
    type?.key,
    fields.map(decisionOf),
    blocks.map(({ visibility }) => visibility),
    ids(eligibleOffices),
    ids(offeredOffices),
    values,
    recipient,
    destinations,
  ]);
}

function decisionOf(field: FieldPlan): readonly unknown[] {
  return [
    field.visibility,
    field.isRequired,
    field.fixed,
    field.because.texts.length > 0 && [field.label, field.hint],
    field.options?.map(({ value }) => value),
    field.optionsState,
    field.limits,
    field.bounds,
    field.preset,
  ];
}

/** Tells whether the plan has the field that a part is about: in a form without that field nothing says why a rule about it changes nothing. */
function isThere({ fields, blocks = [] }: Plan, part: Part): boolean {
  return !decidesField(part) || [...fields, ...blocks].some(({ name }) => name === part.target);
}

/** The rules that the plan names for what a part decides. */
function reasonsOf(plan: Plan, { path: [effect], target }: Part): readonly string[] {
  const { because } = plan;
  if (effect === 'eligible') return because.eligible;
  if (effect === 'offer') return because.offered;
  if (effect === 'hideSection') return because.section;
  if (effect === 'preferTypes') return because.type;
  if (effect === 'recipient') return because.recipient;
  if (effect === 'destinations') return because.destinations;
  const block = plan.blocks?.find(({ name }) => name === target);
  if (block) return block.because;
  const fields = plan.fields.filter((field) => field.name === target);
  return fields.flatMap(({ because: of, visibility, fixed }) => [
    ...(effect === 'require' ? of.required : []),
    // Nobody is asked for what cannot be seen or answered.
    ...(effect === 'require' && visibility === 'hidden' ? of.visibility : []),
    ...(effect === 'require' && fixed !== undefined ? of.fixed : []),
    ...(effect === 'hide' || effect === 'show' || effect === 'conceal' ? of.visibility : []),
    ...(effect === 'disable' || effect === 'enable' || effect === 'readonly' ? of.fixed : []),
    ...(effect === 'label' || effect === 'hint' ? of.texts : []),
    ...(effect === 'options' || effect === 'filter' ? of.options : []),
    ...(effect === 'preset' || effect === 'calculate' ? of.preset : []),
    ...(effect === 'limit' ? of.limits : []),
    ...(effect === 'bound' ? of.bounds : []),
  ]);
}

function common(known: Set<string> | undefined, reasons: readonly string[]): Set<string> {
  return new Set(known === undefined ? reasons : reasons.filter((id) => known.has(id)));
}
