/*
 * The preset's consequences, with their codes and explanations: items of the narrowed list that pages no longer
 * offer, or now offer; other changes of the offered items; and mails that go to the address of an item instead
 * of that of the site, or the other way round.
 */

export {
  mailConsequences,
  mailKinds,
  officeConsequences as itemConsequences,
  officeKinds as itemKinds,
} from '../yard/model/consequences.ts';
export { yardContentReferences as presetContentReferences } from '../yard/model/content-phrases.ts';
