import { getFactValue } from '../../conditions/condition.ts';
import { simplifyCondition } from '../../conditions/residual.ts';
import { getFactField } from '../../model/fact-names.ts';
import type { FieldPlan, Json, Plan } from '../../model/types.ts';
import { getPlanFacts } from '../rules/part-log.ts';
import type { AnswerGroup, DecidingAnswers } from './answers.ts';
import { mergeSituations, type PartialSituation } from './axes.ts';
import type { Visit } from './visit.ts';

/** A situation during the walk, with the problems because of which a visitor cannot send. */
export type WalkedSituation = Pick<Visit, 'words' | 'unusual' | 'situation' | 'problems'>;

/**
 * The input of a walk: through one form, or through several at once whose situations are distinguished
 * together.
 */
export interface WalkInput<At extends WalkedSituation> {
  /** Every page on which the answers may be given, before the first answer. */
  readonly pages: readonly At[];
  readonly answers: DecidingAnswers;
  /**
   * Visits a page with one more answer, which `words` contains. `unusual` is the number of unusual choices in
   * `words`. `fixed` contains the answers that stay the same.
   */
  readonly visit: (page: At, words: PartialSituation, unusual: number, fixed: FixedAnswers) => At;
  /** Returns the plan of each form, always in the same order. */
  readonly getPlans: (at: At) => readonly Plan[];
  /**
   * `each` distinguishes every rule from others. `any` distinguishes only whether some rule with the same
   * effect on a field matches; that takes fewer visits and still finds every stuck visitor.
   */
  readonly apart: 'each' | 'any';
  /** The number of visits for one field up to which the walk continues: states times choices. */
  readonly maxStates: number;
}

/** Answers by field; null for a field without an answer. */
export type FixedAnswers = Readonly<Record<string, unknown>>;

/** Thrown if one field needs more visits than `maxStates`. */
export class TooManyStates extends Error {
  /** The number of states times the choices of the field. */
  readonly count: number;
  /** The field at which the walk stopped. */
  readonly field: string;
  constructor(count: number, field: string) {
    super(`Cannot walk on at "${field}": there are ${count} states`);
    this.count = count;
    this.field = field;
  }
}

interface State<At extends WalkedSituation> {
  /** The situation with the answers so far. */
  readonly visit: At;
  /** The answers of the fields that the walk has passed. */
  readonly earlierAnswers: FixedAnswers;
  /** The plan of each form before anything was answered. */
  readonly pages: readonly Plan[];
}

/**
 * Visits every combination of answers that can make a difference, without the pages themselves. Pages on
 * which some form hides the section are left out. After each field it continues only one state for each
 * different future: what remains of the open conditions, and what the page decides about the fields still to
 * come. States with the same future lead to the same visits, so nothing is missed (docs/architecture.md,
 * "Proof").
 * @throws TooManyStates
 */
export function* walkAnswers<At extends WalkedSituation>({
  pages,
  answers,
  visit,
  getPlans,
  apart,
  maxStates,
}: WalkInput<At>): Generator<At> {
  const all = answers.axes.map(({ field }) => field);
  const left = new Set(all);
  let open = answers.groups;
  /** Returns a key that is equal for states with the same future in every form. */
  const getFutureKey = ({ visit: at, pages: opened }: State<At>) => {
    const ahead = new Set([...left, ...open.map(({ decides }) => decides)]);
    const keys = getPlans(at).map((plan, index) => {
      const page = opened[index] ?? plan;
      return `${serializeFuture({ plan, page: at, scopes: open, left, apart, inputs: answers.inputs })} ${serializePage(page, ahead)}`;
    });
    return keys.join(' ');
  };
  let states = selectBestStates(
    pages.flatMap((page): readonly State<At>[] => {
      const plans = getPlans(page);
      return plans.every(({ isSectionShown }) => isSectionShown)
        ? [{ visit: page, earlierAnswers: {}, pages: plans }]
        : [];
    }),
    getFutureKey,
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
          : visit(
              state.visit,
              mergeSituations(state.visit.words, choice),
              state.visit.unusual + 1,
              state.earlierAnswers,
            );
        if (!isUsual) yield here;
        const fixed = { ...state.earlierAnswers, [field]: here.situation.entered[field] ?? null };
        next.push({ ...state, visit: here, earlierAnswers: fixed });
      }
    }
    states = selectBestStates(next, getFutureKey);
  }
}

/** Returns for each key the state with the fewest problems, and among those the most usual one. */
function selectBestStates<At extends WalkedSituation>(
  states: readonly State<At>[],
  getKey: (state: State<At>) => string,
): readonly State<At>[] {
  const byKey = new Map<string, State<At>>();
  for (const state of states) {
    const key = getKey(state);
    const known = byKey.get(key);
    if (known === undefined || isBetter(state.visit, known.visit)) byKey.set(key, state);
  }
  return [...byKey.values()];
}

/**
 * Returns true if the first situation has fewer problems than the other, or as many and fewer unusual
 * choices.
 */
function isBetter(one: WalkedSituation, other: WalkedSituation): boolean {
  return (
    one.problems.length < other.problems.length ||
    (one.problems.length === other.problems.length && one.unusual < other.unusual)
  );
}

interface KeyInput {
  readonly plan: Plan;
  /** The walked situation, whose facts are inserted into conditions. */
  readonly page: WalkedSituation;
  /** The groups with answers that are not decided yet. */
  readonly scopes: readonly AnswerGroup[];
  /** The fields whose answers are not decided yet. */
  readonly left: ReadonlySet<string>;
  readonly inputs: DecidingAnswers['inputs'];
  readonly apart: WalkInput<WalkedSituation>['apart'];
}

/**
 * Serializes what the groups that are still open depend on: the exact values that matter, and what remains of
 * their conditions.
 */
function serializeFuture({ plan, page, scopes, left, inputs, apart }: KeyInput): string {
  const facts = getPlanFacts(page.situation, plan);
  /**
   * Returns true if the answer that a fact reads, or an input of it if it is calculated, is not decided yet.
   */
  const isStillOpen = (fact: string) => {
    const field = getFactField(fact) ?? '';
    return (inputs.get(field) ?? [field]).some((name) => left.has(name));
  };
  /** Returns what remains of a condition once the decided facts are inserted. */
  const simplify = (when: unknown) =>
    simplifyCondition(when, (fact) => (isStillOpen(fact) ? undefined : { value: getFactValue(facts, fact) }));
  return JSON.stringify(
    scopes.map(({ asked, exactFields, given }) => [
      exactFields.filter((name) => !left.has(name)).map((name) => plan.values[name] ?? null),
      given.map((fact) => getFactValue(facts, fact) ?? null),
      apart === 'each' ? asked.map(({ when }) => simplify(when)) : combineConditions(asked, simplify),
    ]),
  );
}

/**
 * Returns for each decision what remains of its conditions: true if one of them is true, else those that can
 * become true.
 */
function combineConditions(asked: AnswerGroup['asked'], simplify: (when: unknown) => unknown): unknown {
  const kinds = [...new Set(asked.map(({ decides }) => decides))];
  return kinds.map((kind) => {
    const left = asked.filter(({ decides }) => decides === kind).map(({ when }) => simplify(when));
    return left.includes(true) || left.filter((each) => each !== false);
  });
}

/** Serializes what a plan decides about the fields with the names in `ahead`. */
function serializePage(plan: Plan, ahead: ReadonlySet<string>): string {
  return JSON.stringify(plan.fields.filter(({ name }) => ahead.has(name)).map(listFieldDecisions));
}

/** Returns the name of a field and what a plan decides about it, without its value and the reasons. */
function listFieldDecisions(field: FieldPlan): readonly (Json | undefined)[] {
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
