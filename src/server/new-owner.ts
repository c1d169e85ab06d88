import { parseArgs } from 'node:util';
import { createAccountLink } from './admin/people/account-links.ts';
import { createOwnerToken } from './admin/people/first-owner.ts';
import { readFolders, StartError } from './platform/config/config.ts';
import { serverSettings } from './platform/config/settings.ts';
import { openExistingStore } from './store/open-existing-store.ts';
import { StoreError } from './store/store-error.ts';

const usage = `npm run new-owner              prints a link that makes one person an owner of the studio; it works once, within an hour
npm run new-owner -- ORIGIN    with this origin in the link: https://www.example.com

SLIPWAY_DATA names the data folder (default: .data). The server may be running.
Exit codes: 0 done, 1 not possible, 2 wrong usage.`;

try {
  await printOwnerLink(readOrigin(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof StartError || error instanceof StoreError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * Returns the origin from the argument, else from `SLIPWAY_PUBLIC_URL`, else that of localhost. Undefined if
 * the arguments are not valid, or if the address is not one with http or https.
 */
function readOrigin(args: readonly string[]): string | undefined {
  try {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    const [given = process.env.SLIPWAY_PUBLIC_URL || 'http://localhost:4000'] = positionals;
    const url = URL.parse(given);
    return positionals.length < 2 && /^https?:$/.test(url?.protocol ?? '') ? url?.origin : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates and prints a link that makes one person an owner. If `origin` is undefined, prints the usage to
 * stderr and sets the exit code 2.
 * @throws StartError if there is no store yet.
 */
async function printOwnerLink(origin: string | undefined): Promise<void> {
  if (origin === undefined) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const { dataFolder, databaseUrl } = readFolders(process.env);
  const store = await openExistingStore({ dataFolder, databaseUrl, settings: serverSettings });
  if (store === undefined)
    throw new StartError([`Cannot create an owner in "${dataFolder}": no server has been started with it`]);
  const now = Date.now;
  const expiresAt = now() + serverSettings.people.ownerLinkMs;
  const word = await createOwnerToken({ use: 'owner', store, expiresAt, now });
  await store.close();
  console.log(createAccountLink('welcome', { origin, token: word }));
}
