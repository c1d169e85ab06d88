import type { QueueHealthOptions } from '../../platform/health/health.ts';
import { unaddressedTexts } from '../../preset/enquiries.ts';
import type { MailFigures, Store } from '../../store/store.ts';

const minuteMs = 60_000;

/**
 * Adds the checks and gauges of mails (docs/runbook.md). The checks fail if the oldest mail has waited for
 * more than `alarmMs`, if a mail has failed, or if an enquiry has no recipient.
 */
export function addMailHealth({
  health,
  store,
  alarmMs,
  now,
}: QueueHealthOptions<Pick<Store, 'mailFigures'>>): void {
  /** Reads the current figures from the store. */
  const loadFigures = () => store.mailFigures();
  /** Returns for how long the oldest mail has waited, in milliseconds; 0 if none waits. */
  const getLongestWaitMs = async () => {
    const { oldestWaitingSince } = await loadFigures();
    return oldestWaitingSince === undefined ? 0 : now() - oldestWaitingSince;
  };
  health.addCheck({
    name: 'mail-age',
    findTrouble: async () => {
      const ms = await getLongestWaitMs();
      return ms > alarmMs ? `the oldest mail has waited ${Math.floor(ms / minuteMs)} minutes` : undefined;
    },
  });
  health.addCheck({
    name: 'mail-failed',
    findTrouble: async () => describeTrouble(await loadFigures(), 'failed', 'mails were permanently refused'),
  });
  health.addCheck({
    name: 'mail-no-recipient',
    findTrouble: async () =>
      describeTrouble(await loadFigures(), 'noRecipient', 'enquiries have no recipient'),
  });
  health.addGauge({
    name: 'slipway_mail_oldest_waiting_seconds',
    help: 'How long the oldest mail has waited that is not sent',
    read: async () => (await getLongestWaitMs()) / 1000,
  });
  const gauges = {
    slipway_mails_waiting: ['waiting', 'Mails that are tried again'],
    slipway_mails_failed: ['failed', 'Mails that were permanently refused'],
    slipway_mails_without_recipient: ['noRecipient', unaddressedTexts.gauge],
    slipway_enquiries_suspected: ['suspected', 'Enquiries that look like spam and wait to be released'],
  } as const;
  for (const [name, [figure, help]] of Object.entries(gauges))
    health.addGauge({
      name: name as keyof typeof gauges,
      help,
      read: async () => (await loadFigures())[figure],
    });
}

/**
 * Returns the count with its description. Undefined if it is 0.
 * @param what The description, a clause that follows the count.
 */
function describeTrouble(
  figures: MailFigures,
  figure: 'failed' | 'noRecipient',
  what: string,
): string | undefined {
  return figures[figure] > 0 ? `${figures[figure]} ${what}` : undefined;
}
