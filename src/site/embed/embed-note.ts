import type { FormView } from '../../contact/section-data.ts';
import type { AssetsView } from '../views.ts';

/** What a host's page gets from `/embed/v1` (docs/contract.md, "Embedding"): all that a form needs. Addresses are whole. */
export interface EmbedNote {
  readonly version: 1;
  /** The signed note of what was asked for and when: sent back with an enquiry. */
  readonly ticket: string;
  /** The form's own page on its server, for visitors whom no script reaches. */
  readonly address: string;
  /** BCP 47: of the texts. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** The name of the site's look. */
  readonly theme?: string;
  /** Why no form is shown: absent where one is. */
  readonly hiddenReason?: string;
  readonly form: FormView;
  /** What draws it. */
  readonly assets: AssetsView;
}
