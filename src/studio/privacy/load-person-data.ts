import type { PersonDataView } from '../protocol-privacy.ts';
import { type RequestOutcome, tryRequest } from '../request.ts';

export function loadPersonData(email: string): Promise<RequestOutcome<PersonDataView>> {
  return tryRequest<PersonDataView>('privacy/person', { method: 'POST', body: { email } });
}
