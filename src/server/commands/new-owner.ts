import type { CommandArguments, ExitCode } from '../../command/command.ts';
import { type Io, UsageError } from '../../command/io.ts';
import { createAccountLink } from '../admin/people/account-links.ts';
import { createOwnerToken } from '../admin/people/first-owner.ts';
import { serverSettings } from '../platform/config/settings.ts';
import { requireStore, withStoredData } from './stored-data.ts';

/**
 * Creates and prints a link that makes one person an owner, with the origin in the arguments, else that of
 * `SLIPWAY_PUBLIC_URL`, else that of localhost.
 * @throws CommandFailure if there is no store yet, UsageError if the origin is not valid.
 */
export async function printOwnerLink({ positionals }: CommandArguments, { env, out }: Io): Promise<ExitCode> {
  const [given = env.SLIPWAY_PUBLIC_URL || 'http://localhost:4000', ...more] = positionals;
  const url = URL.parse(given);
  if (more.length > 0 || url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `Cannot use "${[given, ...more].join(' ')}": name one origin; write it as https://www.example.com`,
    );
  await withStoredData(env, async (stored) => {
    const store = requireStore(stored, 'create an owner in');
    const now = Date.now;
    const expiresAt = now() + serverSettings.people.ownerLinkMs;
    const token = await createOwnerToken({ use: 'owner', store, expiresAt, now });
    out(`${createAccountLink('welcome', { origin: url.origin, token })}\n`);
  });
  return 0;
}
