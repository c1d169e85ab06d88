/*
 * The preset's messages for sentences about rules, in each language of `engine/rules/sentences`: those of its
 * facts (`fact.…`, and `yes.…` and `no.…` for a boolean one), option sets, places and consequences (`change.…`),
 * and of the effects and reasons that narrow its list.
 */

export { default as presetAr } from '../yard/catalogues/ar.json' with { type: 'json' };
export { default as presetDe } from '../yard/catalogues/de.json' with { type: 'json' };
export { default as presetEn } from '../yard/catalogues/en.json' with { type: 'json' };
export { default as presetFr } from '../yard/catalogues/fr.json' with { type: 'json' };
