import ar from '../yard/catalogues/ar.json' with { type: 'json' };
import de from '../yard/catalogues/de.json' with { type: 'json' };
import en from '../yard/catalogues/en.json' with { type: 'json' };
import fr from '../yard/catalogues/fr.json' with { type: 'json' };

/**
 * The preset's messages for sentences about rules, in each language of `engine/rules/sentences`: those of its
 * facts (`fact.…`, and `yes.…` and `no.…` for a boolean one), option sets, places and consequences (`change.…`),
 * and of the effects and reasons that narrow its list.
 */
export const presetCatalogues = { ar, de, en, fr };
