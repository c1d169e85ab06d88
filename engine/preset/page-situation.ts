/* The situations of visitors on pages of the content, in which `diff` compares two versions. */

export {
  canHaveItem,
  createPageExample,
  createPageSituation,
  isTypeSelectable,
  listEmbeddedPages,
} from '../yard/pages/page-situation.ts';
