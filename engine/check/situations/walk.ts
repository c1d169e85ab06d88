import { factValue } from '../../conditions/condition.ts';
import { residual } from '../../conditions/residual.ts';
import { fieldOfFact } from '../../fact-names.ts';
import type { FieldPlan, Json, Plan } from '../../types.ts';
import { factsOf } from '../rules/part-watch.ts';
import type { Answers, Scope } from './answers.ts';
import { joined, type Words } from './axes.ts';
import type { Visit } from './visits.ts';

/** A situation on the way: what is said of it, and how much of that keeps a visitor from sending. */
export type Stop = Pick<Visit, 'words' | 'unusual' | 'situation' | 'problems'>;

/** What walking takes: through one form, or through several at once that are told apart together. */
export interface Walking<At extends Stop> {
  /** Every page that the answers may be given on, before the first of them is. */
  readonly pages: readonly At[];
  readonly answers: Answers;
  /** Visits a page once more; `kept` are answers that stay as they were. */
  readonly visit: (page: At, words: Words, unusual: number, kept: Kept) => At;
  /** What each form makes of a situation, always in the same order. */
  readonly plansOf: (at: At) => readonly Plan[];
  /**
   * Whether each rule is told apart from its neighbours (`each`), or only whether any of those that do the same to a field holds
   * (`any`), which takes fewer steps and still shows every visitor who is stuck.
   */
  readonly apart: 'each' | 'any';
  /** More states than this at a time are not walked on. */
  readonly maxStates: number;
}

/** Answers that were given before and stay as they were. */
export type Kept = Readonly<Record<string, unknown>>;

/** Too many answers act together. */
export class TooManyStates extends Error {
  readonly count: number;
  readonly field: string;
  constructor(count: number, field: string) {
    super(`Cannot walk on at "${field}": there are ${count} states`);
    this.count = count;
    this.field = field;
  }
}

interface State<At extends Stop> {
  readonly visit: At;
  readonly kept: Kept;
  /** What each form made of the page before anything was answered. */
  readonly pages: readonly Plan[];
}

/**
 * Visits every combination of answers that can make a difference, without crossing what has nothing to do with each other. Answers
 * are taken one after another; of all the ways to have come to an answer, one is kept for each thing that may still come of them:
 * what is left of the conditions that are still open once the answers so far are put in, and what the page makes of the fields that
 * are still to come. Ways of which the same is left have the same future, so that nothing is missed (docs/architecture.md, "Proof").
 */
export function* walk<At extends Stop>({
  pages,
  answers,
  visit,
  plansOf,
  apart,
  maxStates,
}: Walking<At>): Generator<At> {
  const all = answers.axes.map(({ field }) => field);
  const left = new Set(all);
  let open = answers.scopes;
  const keyOf = ({ visit: at, pages: opened }: State<At>) => {
    const ahead = new Set([...left, ...open.map(({ decides }) => decides)]);
    const keys = plansOf(at).map((plan, index) => {
      const page = opened[index] ?? plan;
      return `${keyOfState({ plan, page: at, scopes: open, left, apart, inputs: answers.inputs })} ${pageKey(page, ahead)}`;
    });
    return keys.join(' ');
  };
  let states = best(
    pages.flatMap((page): readonly State<At>[] => {
      const plans = plansOf(page);
      return plans.every(({ isSectionShown }) => isSectionShown)
        ? [{ visit: page, kept: {}, pages: plans }]
        : [];
    }),
    keyOf,
  );
  for (const { field, choices } of answers.axes) {
    if (states.length * choices.length > maxStates)
      throw new TooManyStates(states.length * choices.length, field);
    left.delete(field);
    open = open.filter((scope) => scope.answers.some((name) => left.has(name)));
    const next: State<At>[] = [];
    for (const state of states) {
      for (const choice of choices) {
        const isUsual = choice.entered === undefined;
        const here = isUsual
          ? state.visit
          : visit(state.visit, joined(state.visit.words, choice), state.visit.unusual + 1, state.kept);
        if (!isUsual) yield here;
        const kept = { ...state.kept, [field]: here.situation.entered[field] ?? null };
        next.push({ ...state, visit: here, kept });
      }
    }
    states = best(next, keyOf);
  }
}

/** Of the states of one key the one with the fewest problems, of those the most usual. */
function best<At extends Stop>(
  states: readonly State<At>[],
  keyOf: (state: State<At>) => string,
): readonly State<At>[] {
  const byKey = new Map<string, State<At>>();
  for (const state of states) {
    const key = keyOf(state);
    const known = byKey.get(key);
    if (known === undefined || isBetter(state.visit, known.visit)) byKey.set(key, state);
  }
  return [...byKey.values()];
}

function isBetter(one: Stop, other: Stop): boolean {
  return (
    one.problems.length < other.problems.length ||
    (one.problems.length === other.problems.length && one.unusual < other.unusual)
  );
}

interface KeyInput {
  readonly plan: Plan;
  readonly page: Stop;
  readonly scopes: readonly Scope[];
  readonly left: ReadonlySet<string>;
  readonly inputs: Answers['inputs'];
  readonly apart: Walking<Stop>['apart'];
}

/** What may still come of a state. */
function keyOfState({ plan, page, scopes, left, inputs, apart }: KeyInput): string {
  const facts = factsOf(page.situation, plan);
  const isOpen = (fact: string) => {
    const field = fieldOfFact(fact) ?? '';
    return (inputs.get(field) ?? [field]).some((name) => left.has(name));
  };
  const rest = (when: unknown) =>
    residual(when, (fact) => (isOpen(fact) ? undefined : { value: factValue(facts, fact) }));
  return JSON.stringify(
    scopes.map(({ asked, handedOn, given }) => [
      handedOn.filter((name) => !left.has(name)).map((name) => plan.values[name] ?? null),
      given.map((fact) => factValue(facts, fact) ?? null),
      apart === 'each' ? asked.map(({ when }) => rest(when)) : anyOf(asked, rest),
    ]),
  );
}

/** Whether any of the conditions that decide the same still can hold. */
function anyOf(asked: Scope['asked'], rest: (when: unknown) => unknown): unknown {
  const kinds = [...new Set(asked.map(({ decides }) => decides))];
  return kinds.map((kind) => {
    const left = asked.filter(({ decides }) => decides === kind).map(({ when }) => rest(when));
    return left.includes(true) || left.filter((each) => each !== false);
  });
}

/** What a page itself makes of the fields that are still to come. */
function pageKey(plan: Plan, ahead: ReadonlySet<string>): string {
  return JSON.stringify(plan.fields.filter(({ name }) => ahead.has(name)).map(decisionOf));
}

function decisionOf(field: FieldPlan): readonly (Json | undefined)[] {
  const { name, visibility, isRequired, fixed, options, optionsState, limits, bounds, preset } = field;
  return [
    name,
    visibility,
    isRequired,
    fixed,
    options?.map(({ value }) => value),
    optionsState,
    limits,
    bounds,
    preset,
  ] as readonly (Json | undefined)[];
}
