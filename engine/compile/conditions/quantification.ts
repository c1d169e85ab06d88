import { getFactOfOperand } from '../../conditions/condition.ts';
import { getFactPath } from '../../model/fact-names.ts';
import { type DocumentPath, extendPath } from '../report.ts';
import { getComparableKind, kindLabels } from './compared-kinds.ts';
import type { ConditionCheck, ConditionContext } from './condition-context.ts';
import { createQuantifiedList, toCompiledNames } from './quantified-list.ts';
import { readFact } from './read-fact.ts';

/** The two operands of a quantifier. */
interface Quantification {
  /** The first operand as it is written: `{"var": "values.crew"}`. */
  readonly list: unknown;
  /**
   * The condition on the items, with the compiled names of item values (`each.age`). It is still unchecked;
   * `context` knows these names.
   */
  readonly asked: unknown;
  readonly context: ConditionContext;
}

/**
 * Checks the first operand of a quantifier (`some`, `all`, `none`) and returns it with the condition on the
 * items, which is not checked yet. Undefined if there are problems, which are reported. As in JsonLogic,
 * `{"var": "age"}` in the condition reads the item, and `{"var": ""}` reads an item that is a text or a
 * number. All other names are names of facts.
 * @param at The position of the operands.
 */
export function checkQuantification(
  operator: 'some' | 'all' | 'none',
  [list, asked, ...more]: readonly unknown[],
  checking: ConditionCheck,
  at: DocumentPath,
): Quantification | undefined {
  const { report, context } = checking;
  /** Reports a `bad-condition`, by default at the operands, and returns undefined. */
  const reportInvalid = (reason: string, place = at) => {
    report.add(place, 'bad-condition', reason);
    return undefined;
  };
  if (asked === undefined || more.length > 0)
    return reportInvalid(
      `"${operator}" tests the items of a list: {"${operator}": [{"var": "values.crew"}, {"<": [{"var": "age"}, 18]}]}`,
    );
  if (context.list !== undefined)
    return reportInvalid(`"${operator}" is already inside a test of items; test one list at a time`);
  const fact = readFact(list, checking, extendPath(at, 0));
  if (fact === undefined) {
    const isReported = getFactOfOperand(list) !== undefined;
    return isReported
      ? undefined
      : reportInvalid(`a list is expected here, e.g. {"var": "values.crew"}`, extendPath(at, 0));
  }
  const place = getFactPath(fact.name);
  const { kind } = getComparableKind(fact, context);
  if (kind !== 'list')
    return reportInvalid(
      `"${operator}" tests the items of a list, but "${fact.name}" is ${kindLabels[kind]}`,
      extendPath(at, 0),
    );
  const ofList = createQuantifiedList(place ?? '', context.ofItems);
  if (ofList.types.size === 0)
    return reportInvalid(
      `the items of "${fact.name}" have no facts; test with "in" whether it contains something`,
      extendPath(at, 0),
    );
  return { list, asked: toCompiledNames(asked, ofList), context: { ...context, list: ofList } };
}
