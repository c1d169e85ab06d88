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
  readonly onSignedIn: () => void;
  readonly onSignIn: (notice?: string) => void;
}
