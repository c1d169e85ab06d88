import { type Situation, type SituationInputs, toSituation } from '#engine';
import { inputsWithoutContent } from '#engine/preset/model.ts';

/**
 * Creates the situation that the inputs describe. Each may be absent: the page then offers every type of the
 * form, in English where the form has English texts, on the current day in UTC, without content, and
 * nothing is entered.
 */
export function createSituation(inputs: Partial<SituationInputs> = {}): Situation {
  const given = Object.entries(inputs).filter(([, value]) => value !== undefined && value !== null);
  return toSituation({
    site: { id: '', domain: '' },
    enquiryTypes: null,
    ...inputsWithoutContent,
    locale: 'en',
    today: new Date().toISOString().slice(0, 10),
    entered: {},
    ...Object.fromEntries(given),
  });
}
