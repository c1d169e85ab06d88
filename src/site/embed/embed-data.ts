import type { FormView } from '../../contact/section-data.ts';
import type { AssetsView } from '../views.ts';

/**
 * The answer of `/embed/v1` for a host's page (docs/contract.md, "Embedding"), with all that a form needs.
 * URLs are absolute.
 */
export interface EmbedData {
  readonly version: 1;
  /** The signed token of the requested form and time; it is sent with an enquiry. */
  readonly ticket: string;
  /** The form's own page on its server, for visitors without scripts. */
  readonly address: string;
  /** The locale of the texts, BCP 47. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  readonly theme?: string;
  /** The reason why no form is shown; absent if one is. */
  readonly hiddenReason?: string;
  readonly form: FormView;
  readonly assets: AssetsView;
}
