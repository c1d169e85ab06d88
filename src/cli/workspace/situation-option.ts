import type { ScenarioSituation } from '#engine/check/scenarios/index.ts';
import type { CommandOption } from '../../command/command.ts';

/** An option that sets a property of a scenario's `on`. */
export interface SituationOption extends CommandOption {
  /** Returns the property for the text of the option; the text of a flag is empty. */
  readonly read: (text: string) => ScenarioSituation;
}

/** Splits a list at its commas. `none` is the empty list. */
export function splitList(text: string): readonly string[] {
  return text === 'none' ? [] : text.split(',').map((item) => item.trim());
}
