import type { Finding } from '#engine/check/index.ts';
import type { Patch } from '#engine/editing/index.ts';

/** A finding, with its automatic fix if there is one. */
export interface FindingView extends Finding {
  /** True if the live version has it too, so that somebody saw it when that version was published. */
  readonly isKnown?: true;
  /** Patches that make a scenario expect the current result. */
  readonly renewal?: readonly Patch[];
  /** Patches that add the answers to newly required fields, if a scenario lacks nothing else. */
  readonly filling?: { readonly field: string; readonly patches: readonly Patch[] };
}
