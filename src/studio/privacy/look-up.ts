import type { PersonDataView } from '../protocol-privacy.ts';
import { type RequestOutcome, tryRequest } from '../request.ts';

/** What is stored of whoever has a mail address. */
export function lookUp(email: string): Promise<RequestOutcome<PersonDataView>> {
  return tryRequest<PersonDataView>('privacy/person', { method: 'POST', body: { email } });
}
