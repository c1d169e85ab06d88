import type { PersonDataView } from '../protocol-privacy.ts';
import { attempt, type Outcome } from '../request.ts';

/** What is stored of whoever has a mail address. */
export function lookUp(email: string): Promise<Outcome<PersonDataView>> {
  return attempt<PersonDataView>('privacy/person', { method: 'POST', body: { email } });
}
