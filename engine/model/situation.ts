import { type PresetInputs, toPresetSituation } from '../preset/model.ts';
import type { EnquiryType, Lists, Plan, Situation, Values } from './types.ts';

/**
 * The inputs of a situation, from a page, a request or a scenario, with the meanings of `Situation`. Absent
 * inputs get defaults.
 */
export interface SituationInputs extends PresetInputs {
  readonly enquiryTypes: readonly EnquiryType[] | null;
  readonly fullTypes?: readonly string[] | undefined;
  readonly lists?: Lists | null | undefined;
  readonly locale: string;
  readonly today: string;
  readonly entered: Values;
}

/**
 * Returns the situation for some inputs; absent ones become null or false. The browser and the server both
 * use this function, so that they resolve the same plan.
 */
export function toSituation(inputs: SituationInputs): Situation {
  const { enquiryTypes, fullTypes, lists = null, locale, today, entered } = inputs;
  const { site, page, content } = toPresetSituation(inputs);
  return {
    site,
    page,
    content: { ...content, enquiryTypes, lists, ...(fullTypes && { fullTypes }) },
    locale,
    today,
    entered,
  };
}

/**
 * Returns true if the section is shown and the options of a field that is not hidden are still loading or
 * failed to load.
 */
export function awaitsOptions({ isSectionShown, fields }: Plan): boolean {
  return (
    isSectionShown &&
    fields.some(({ optionsState, visibility }) => optionsState !== 'ready' && visibility !== 'hidden')
  );
}

/**
 * Returns why the section is hidden, for a log: `by rule no-section`, or `no enquiry type is offered`.
 * Undefined if it is shown.
 */
export function hiddenReason({ isSectionShown, type, because }: Plan): string | undefined {
  if (isSectionShown) return undefined;
  return type === undefined ? 'no enquiry type is offered' : `by rule ${because.section.join(', ')}`;
}
