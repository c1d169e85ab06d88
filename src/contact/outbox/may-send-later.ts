import type { ContactFormSectionProps } from '../props.ts';

type SendingProps = Pick<ContactFormSectionProps, 'form' | 'deliver' | 'hasDraft'>;

/** Returns true if enquiries of a section may be sent later. */
export function maySendLater(props: SendingProps): boolean {
  return props.form.settings.sendLater !== undefined && sendsToServer(props);
}

/** Returns true if a section sends to our server and may store something in the browser. */
export function sendsToServer({ deliver, hasDraft }: Pick<SendingProps, 'deliver' | 'hasDraft'>): boolean {
  return deliver === undefined && hasDraft !== false;
}
