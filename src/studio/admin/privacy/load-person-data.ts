import type { PersonDataView } from '../../../api/privacy.ts';
import { type RequestOutcome, tryRequest } from '../../ui/ask/request.ts';

/**
 * Loads everything that is stored about the person with a mail address. The server records each lookup in the
 * audit log. Never throws: a refusal or failure is in the outcome.
 */
export function loadPersonData(email: string): Promise<RequestOutcome<PersonDataView>> {
  return tryRequest<PersonDataView>('privacy/person', { method: 'POST', body: { email } });
}
