import type { Json } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import type { Patch } from '#engine/editing/index.ts';

/** A finding, with its automatic fix if there is one. */
export interface FindingView extends Finding {
  /** True if the live version has it too, so that somebody saw it when that version was published. */
  readonly isKnown?: true;
  /** Patches that make a scenario expect the current result. */
  readonly renewal?: readonly Patch[];
  /** The scenario that is not met. */
  readonly unmet?: UnmetScenario;
  /** Patches that add the answers to newly required fields, if a scenario lacks nothing else. */
  readonly filling?: { readonly field: string; readonly patches: readonly Patch[] };
}

/** A scenario that is not met, and each expectation with another result. */
export interface UnmetScenario {
  readonly name: string;
  /** The key of the enquiry type that the scenario shows. Absent if it shows none. */
  readonly type?: string;
  readonly differences: readonly UnmetExpectation[];
}

export interface UnmetExpectation {
  /** The path of the expectation: `['limits', 'upload', 'count']`. */
  readonly path: readonly string[];
  /** Absent if nothing was expected. */
  readonly expected?: Json;
  /** Absent if there is no result. */
  readonly found?: Json;
}
