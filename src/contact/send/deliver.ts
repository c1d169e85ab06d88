import type { Json } from '#engine';
import type { ContactFormSectionProps } from '../props.ts';
import type { SendOutcome } from './outcome.ts';
import { partPatienceMs, patienceFor } from './patience.ts';
import { plainSend } from './plain-send.ts';
import { loadTransport, type Transport } from './transport.ts';

/** What sending an enquiry takes, apart from the section's inputs. */
export interface Delivery {
  /** The form values as they travel. */
  readonly variables: Readonly<Record<string, Json>>;
  /** The idempotency key under which these words go. */
  readonly keyFor: (said: string) => string;
  /** Something stands in the field that no visitor meets: the back end is told, and decides. */
  readonly isTrapped: boolean;
}

/** Sends one enquiry from where the visitor is (specification, section 7.2). Never rejects. */
export async function deliver(
  props: ContactFormSectionProps,
  { variables, keyFor, isTrapped }: Delivery,
): Promise<SendOutcome> {
  const { form, site, locale, ticket, endpoints, submissionUrl = location.href } = props;
  const sent = { domain: site.domain, submission_url: submissionUrl, ...variables };
  const headers = {
    'Accept-Language': locale,
    'Idempotency-Key': keyFor(JSON.stringify(sent)),
    ...(ticket !== undefined && { 'Slipway-Ticket': ticket }),
    ...(isTrapped && { 'Slipway-Trap': 'filled' }),
  };
  const patience = patienceFor(form.settings.sendTimeoutMs);
  try {
    const send = await transportInTime();
    return await send({
      endpoint: endpoints.graphql,
      form,
      variables: sent,
      headers,
      signal: patience.signal,
    });
  } finally {
    patience.end();
  }
}

/** Apollo Client, or where it does not come, what stands in for it. */
async function transportInTime(): Promise<Transport['send']> {
  const patience = patienceFor(partPatienceMs);
  try {
    return (await patience.await(loadTransport())).send;
  } catch (error) {
    console.warn('What sends did not load:', error);
    return plainSend;
  } finally {
    patience.end();
  }
}
