import type { AuthView } from '../../api/people.ts';
import type { FormatMessage } from '../ui/messages.ts';

export interface LinkPageProps {
  readonly say: FormatMessage;
  readonly authView: AuthView;
  /**
   * The single-use token of the link. It is in the fragment of the address, which is never sent to a server
   * or written to a log.
   */
  readonly token: string;
  /** Called after the link has signed the person in. */
  readonly onSignedIn: () => void;
  /** Shows the sign-in form instead of this page, with a message if one is given. */
  readonly onSignIn: (notice?: string) => void;
}
