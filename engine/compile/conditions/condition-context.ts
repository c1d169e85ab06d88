import type { FactDefinition, FactStage } from '../../model/facts.ts';
import type { Json } from '../../model/types.ts';
import type { FieldType } from '../fields/field-types.ts';
import type { ItemFacts } from '../lists.ts';
import type { ProblemReport } from '../report.ts';
import type { QuantifiedList } from './quantified-list.ts';

/** The facts that a condition may read, and their types, at its position in the documents. */
export interface ConditionContext {
  /** The stages whose facts are known there; other facts are reported. */
  readonly stages: readonly FactStage[];
  /** The context in a message: `where offices are filtered`. */
  readonly where: string;
  /**
   * True if any two facts may be compared. Otherwise only answers and the current day may be compared with
   * each other, because `check` can try combinations of them.
   */
  readonly mayCompareFacts: boolean;
  /** The keys of all enquiry types. */
  readonly typeKeys: readonly string[];
  /** The types of fields, by name. */
  readonly fields: ReadonlyMap<string, FieldType>;
  /** The types of values inside fields, by path: `boat.make`. */
  readonly inside: ReadonlyMap<string, FieldType>;
  /** The types of values inside lists, by path: `crew.each.age`. */
  readonly ofItems: ReadonlyMap<string, FieldType>;
  /** The list whose items the condition reads, if it is inside a quantifier. */
  readonly list?: QuantifiedList;
  /** The types of the options' properties, while the options of a field are filtered. */
  readonly items?: ItemFacts;
  /** The values of the filtered options, if the schema lists them all. */
  readonly itemChoices?: readonly Json[];
}

export interface ConditionCheck {
  readonly context: ConditionContext;
  readonly report: ProblemReport;
}

export type ReadFact = Pick<FactDefinition, 'name' | 'kind' | 'stage'>;
