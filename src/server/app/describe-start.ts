import { join, resolve } from 'node:path';
import type { Config } from '../platform/config/config.ts';
import type { RunningServer } from './start-server.ts';

/**
 * Returns the lines that a start prints: the addresses that a person can open, the most used ones last, then
 * the locations of mails and data, and how to stop. An absent address has no line.
 * @param config `isDemonstration` is true if the content is that of the demonstration.
 */
export function describeStart(
  { origin, formAddress, metricsOrigin, firstOwnerLink }: Omit<RunningServer, 'stop'>,
  {
    dataFolder,
    databaseUrl,
    smtpUrl,
    isDemonstration,
  }: Pick<Config, 'dataFolder' | 'databaseUrl' | 'smtpUrl'> & { readonly isDemonstration: boolean },
): readonly string[] {
  const data = resolve(dataFolder);
  const index = `${origin}/`;
  const addresses: readonly (readonly [string, string | undefined])[] = [
    ['Health', `${origin}/healthz`],
    ['Metrics', metricsOrigin && `${metricsOrigin}/metrics`],
    ['GraphQL', `${origin}/graphql`],
    [isDemonstration ? 'Pages of the demonstration' : 'Pages', formAddress === index ? undefined : index],
    ['Form', formAddress],
    ['Studio', `${origin}/studio`],
    ['Studio, first owner', firstOwnerLink],
  ];
  return [
    ...addresses.flatMap(([name, address]) => (address === undefined ? [] : [name.padEnd(28) + address])),
    smtpUrl === undefined
      ? `Mails are written to ${join(data, 'outbox')}.`
      : 'Mails are sent by the mail server in SMTP_URL.',
    databaseUrl === undefined
      ? `Data is in ${data}.`
      : `Data is in the database in DATABASE_URL and in ${data}.`,
    'Press Ctrl+C to stop.',
  ];
}
