import { factValue } from '../../conditions/condition.ts';
import { residual } from '../../conditions/residual.ts';
import { fieldOfFact } from '../../fact-names.ts';
import type { FieldPlan, Json, Plan } from '../../types.ts';
import { factsOf } from '../rules/part-watch.ts';
import type { Answers, Scope } from './answers.ts';
import { joined, type Words } from './axes.ts';
import type { Visit } from './visits.ts';

/** A situation during the walk, with the problems because of which a visitor cannot send. */
export type Stop = Pick<Visit, 'words' | 'unusual' | 'situation' | 'problems'>;

/**
 * The input of a walk: through one form, or through several at once whose situations are distinguished
 * together.
 */
export interface Walking<At extends Stop> {
  /** Every page on which the answers may be given, before the first answer. */
  readonly pages: readonly At[];
  readonly answers: Answers;
  /** Visits a page with one more answer; `kept` contains the answers that stay the same. */
  readonly visit: (page: At, words: Words, unusual: number, kept: Kept) => At;
  /** Returns the plan of each form, always in the same order. */
  readonly plansOf: (at: At) => readonly Plan[];
  /**
   * `each` distinguishes every rule from others. `any` distinguishes only whether some rule with the same
   * effect on a field matches; that takes fewer visits and still finds every stuck visitor.
   */
  readonly apart: 'each' | 'any';
  readonly maxStates: number;
}

/** Answers that were given before and stay the same. */
export type Kept = Readonly<Record<string, unknown>>;

/** Thrown if too many answers act together. */
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
  /** The plan of each form before anything was answered. */
  readonly pages: readonly Plan[];
}

/**
 * Visits every combination of answers that can make a difference, without combining answers that have nothing
 * to do with each other. It takes one answer after another. Of all states at an answer it continues one for
 * each different future: what remains of the conditions that are still open once the answers so far are
 * inserted, and what the page decides about the fields that are still to come. States with the same remainder
 * have the same future, so nothing is missed (docs/architecture.md, "Proof").
 * @throws TooManyStates
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

/** Returns for each key the state with the fewest problems, and among those the most usual one. */
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

/** Serializes the possible futures of a state. */
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

/**
 * Returns what remains of conditions that decide the same, where it matters only whether any of them is true.
 */
function anyOf(asked: Scope['asked'], rest: (when: unknown) => unknown): unknown {
  const kinds = [...new Set(asked.map(({ decides }) => decides))];
  return kinds.map((kind) => {
    const left = asked.filter(({ decides }) => decides === kind).map(({ when }) => rest(when));
    return left.includes(true) || left.filter((each) => each !== false);
  });
}

/** Serializes what a page decides about the fields that are still to come. */
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
